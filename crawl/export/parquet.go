package export

import (
	"io"
	"iter"
	"time"

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
		schema := parquet.SchemaOf(Row{})
		out := parquet.NewWriter(w, schema, parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}), parquet.MaxRowsPerRowGroup(groupRows))
		some := make([]parquet.Row, 0, 256)
		flush := func() error {
			_, err := out.WriteRows(some)
			some = some[:0]
			return err
		}
		for p, err := range pages {
			if err != nil {
				return err
			}
			r := RowOf(p)
			n := len(some)
			some = some[:n+1]
			if some[n] = values(some[n][:0], schema, &r); len(some) == cap(some) {
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

// values appends the cells of a row. The library would take a struct as it is, but
// its search for what is empty misses some (v0.32.0): "" and 0 then stood in the
// file where it should say null.
func values(row parquet.Row, schema *parquet.Schema, r *Row) parquet.Row {
	for i, f := range schema.Fields() {
		v, level := valueOf(columns[i].value(r)), 0
		if f.Optional() && !v.IsNull() {
			level = 1
		}
		row = append(row, v.Level(0, level, i))
	}
	return row
}

func valueOf(v any) parquet.Value {
	switch v := v.(type) {
	case string:
		return parquet.ByteArrayValue([]byte(v))
	case int:
		return parquet.Int64Value(int64(v))
	case int64:
		return parquet.Int64Value(v)
	case bool:
		return parquet.BooleanValue(v)
	case time.Time:
		return parquet.Int64Value(v.UnixMilli())
	}
	return parquet.NullValue()
}
