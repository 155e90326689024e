package agents

// A Purpose is what an operator fetches pages for.
type Purpose uint8

const (
	PurposeUnknown    Purpose = iota // nobody says, or none of the others
	PurposeTraining                  // material for training models
	PurposeSearch                    // the index of a search engine, or of one that gives answers
	PurposeUser                      // what one person asked for just now; browsers that act for a person
	PurposeControl                   // nothing: a name in robots.txt that decides about the pages of other crawlers
	PurposePreview                   // cards for links, snapshots, icons
	PurposeAds                       // checking ads, or choosing them for a page
	PurposeSEO                       // indexes of links and audits, for people who run sites
	PurposeMonitoring                // whether a site is up, and how it fares
	PurposeArchive                   // copies to be kept
	PurposeDataset                   // collections that others use
	PurposeResearch                  // studies
	PurposeTool                      // anything: software that anyone can run

	numPurposes
)

// String returns a word for p, such as "training".
func (p Purpose) String() string {
	return [...]string{"unknown", "training", "search", "user", "control", "preview", "ads", "seo",
		"monitoring", "archive", "dataset", "research", "tool"}[min(p, PurposeTool)]
}

// purposes is a set.
type purposes uint16

func (s purposes) has(p Purpose) bool { return s>>p&1 != 0 }

// Respects says whether a crawler obeys robots.txt. It is about what is said,
// by whom Evidence tells: nothing here was measured.
type Respects uint8

const (
	RespectsUnknown Respects = iota // nothing was found, or only one voice against
	RespectsNo                      // its operator says that it does not, or reports agree on that
	RespectsPartial                 // with exceptions, or as whoever runs it likes
	RespectsClaims                  // somebody else says that it does; no page of its operator was read
	RespectsYes                     // its operator says that it does
)

// String returns the word for r that the data use: "unknown", "no", "partial",
// "claims" or "yes".
func (r Respects) String() string {
	return [...]string{"unknown", "no", "partial", "claims", "yes"}[min(r, RespectsYes)]
}

// An EvidenceKind says whose word the facts about an Agent are. Greater is
// better.
type EvidenceKind uint8

const (
	EvidenceNone       EvidenceKind = iota // nobody's that can be looked up
	EvidenceThirdParty                     // reports of outsiders
	EvidenceCommunity                      // lists of crawlers that many people keep
	EvidenceVendor                         // the operator's own, some read in stored copies
)

// String returns "none", "third-party", "community" or "vendor".
func (k EvidenceKind) String() string {
	return [...]string{"none", "third-party", "community", "vendor"}[min(k, EvidenceVendor)]
}

// Support says whether a crawler reads a record that RFC 9309 does not define.
type Support uint8

const (
	SupportUnknown Support = iota // not documented
	SupportNo
	SupportYes
)

// String returns "unknown", "no" or "yes".
func (s Support) String() string {
	return [...]string{"unknown", "no", "yes"}[min(s, SupportYes)]
}
