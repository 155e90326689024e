package export

import (
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/robotsgate/robots/crawl"
)

// groupRows bounds what is held in memory before it is written: rows of common
// length take some 10 MB.
const groupRows = 1 << 15

// Parquet writes a file with a row per address, packed with Zstandard. What says
// nothing is null; times are UTC in milliseconds.
func Parquet(path string, pages iter.Seq2[crawl.Page, error]) error {
	return File(path, func(w io.Writer) error {
		out := parquet.NewGenericWriter[Row](w, parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}), parquet.MaxRowsPerRowGroup(groupRows))
		some := make([]Row, 0, 256)
		flush := func() error {
			_, err := out.Write(some)
			some = some[:0]
			return err
		}
		for p, err := range pages {
			if err != nil {
				return err
			}
			if some = append(some, RowOf(p)); len(some) == cap(some) {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		if err := flush(); err != nil {
			return err
		}
		return out.Close()
	})
}
