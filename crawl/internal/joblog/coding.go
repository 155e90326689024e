package joblog

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Records are compressed here and not by the server: it would compress blocks of
// eight megabytes when they are full, which takes memory, and would sync and
// replicate them uncompressed before that.

// codingHeader names the coding of a record; without it, it is as it was written.
const codingHeader = "Robots-Coding"

// small records gain nothing.
const small = 256

// A record is a megabyte at most before it is compressed, or little more.
const mostDecoded = 16 << 20

// Made when they are first used: most commands have no log.
var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		return must(zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<18), zstd.WithLowerEncoderMem(true)))
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		return must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(mostDecoded)))
	})
)

// must is for options that are part of the program.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// encode compresses a record if that makes it shorter.
func encode(record []byte) (data []byte, coding string) {
	if len(record) < small {
		return record, ""
	}
	if data = encoder().EncodeAll(record, make([]byte, 0, len(record)/2)); len(data) >= len(record) {
		return record, ""
	}
	return data, "zstd"
}

// decode is the inverse of encode.
func decode(data []byte, coding string) ([]byte, error) {
	switch coding {
	case "":
		return data, nil
	case "zstd":
		record, err := decoder().DecodeAll(data, nil)
		if err != nil {
			return nil, fmt.Errorf("a record is damaged: %w", err)
		}
		return record, nil
	}
	return nil, fmt.Errorf("a record is coded as %q, which this version does not know", coding)
}
