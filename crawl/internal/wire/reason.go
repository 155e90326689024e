package wire

// A Reason says why an address was not fetched, or not kept. The zero Reason is
// none. The numbers are in logs: add at the end, never reorder.
type Reason byte

const (
	None Reason = iota
	Disallowed
	Unreachable
	OutOfScope
	TooDeep
	TooLong
	Trap
	HostBudget
	PageBudget
	ByteBudget
	TimeBudget
	TooManyRedirects
	BadURL
	_ // was nofollow, which is a flag of pages; no log holds it
	PrivateAddress
	ContentType
	TooLarge
	NetworkError
	TLSError
	Timeout
	DecodeError
	HostsBudget
	Refused4xx
	Failed5xx
	RepeatedContent
	Expired
	DelayTooLong
	CleanParam
	HostDown
	NotHTTP
	reasons
)

// The words of the exports. They are a contract: a word is never changed.
var reasonWords = [reasons]string{
	None:             "",
	Disallowed:       "disallowed",
	Unreachable:      "robots-unreachable",
	OutOfScope:       "out-of-scope",
	TooDeep:          "too-deep",
	TooLong:          "url-too-long",
	Trap:             "trap",
	HostBudget:       "host-budget",
	PageBudget:       "page-budget",
	ByteBudget:       "byte-budget",
	TimeBudget:       "time-budget",
	TooManyRedirects: "too-many-redirects",
	BadURL:           "bad-url",
	PrivateAddress:   "private-address",
	ContentType:      "content-type",
	TooLarge:         "too-large",
	NetworkError:     "network",
	TLSError:         "tls",
	Timeout:          "timeout",
	DecodeError:      "decoding",
	HostsBudget:      "too-many-hosts",
	Refused4xx:       "http-4xx",
	Failed5xx:        "http-5xx",
	RepeatedContent:  "repeated-content",
	Expired:          "unavailable-after",
	DelayTooLong:     "delay-too-long",
	CleanParam:       "clean-param",
	HostDown:         "host-down",
	NotHTTP:          "not-http",
}

// String is the word of the exports, such as disallowed; empty for none.
func (r Reason) String() string {
	if r < reasons {
		return reasonWords[r]
	}
	return "unknown"
}

// Final reports whether a refusal of an address stands whatever way it is found
// again. A refusal for its depth does not: a shorter way may be found later.
func (r Reason) Final() bool { return r != TooDeep && r != HostsBudget }

// Passing reports whether a refusal is of one run: the next one looks again
// whether it still stands.
func (r Reason) Passing() bool { return r == Unreachable || r == PrivateAddress || r == HostDown }

// Reasons returns every reason but none, for tables and documents.
func Reasons() []Reason {
	all := make([]Reason, 0, reasons-1)
	for r := None + 1; r < reasons; r++ {
		if reasonWords[r] != "" {
			all = append(all, r)
		}
	}
	return all
}
