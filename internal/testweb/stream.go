package testweb

import (
	"io"
	"strconv"
	"strings"
	"time"
)

// most bounds what an endless answer sends.
const most = 4 << 30

// giant answers with first and then filler up to a length, and says the length.
func (x *exchange) giant(mediaType, first, filler string, length int64) {
	x.w.Header().Set("Content-Type", mediaType)
	x.w.Header().Set("Content-Length", strconv.FormatInt(length, 10))
	n, _ := io.WriteString(x.w, first)
	x.pour(x.w, filler, length-int64(n))
}

// pour writes filler over and over until n octets are written, the client is
// gone, or the exchange has to end.
func (x *exchange) pour(w io.Writer, filler string, n int64) {
	chunk := []byte(strings.Repeat(filler, 1+32<<10/len(filler)))
	for n > 0 && x.r.Context().Err() == nil {
		if int64(len(chunk)) > n {
			chunk = chunk[:n]
		}
		k, err := w.Write(chunk)
		if err != nil {
			return
		}
		n -= int64(k)
	}
}

// drip writes s an octet at a time. It returns false if the client is gone or the
// exchange has to end.
func (x *exchange) drip(w io.Writer, flush func() error, s string, every time.Duration) bool {
	for i := range len(s) {
		if _, err := io.WriteString(w, s[i:i+1]); err != nil || flush() != nil {
			return false
		}
		if !x.wait(every) {
			return false
		}
	}
	return true
}
