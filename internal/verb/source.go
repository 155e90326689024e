package verb

import (
	"encoding/base64"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// A Source says which policy is asked: a text, or the HTTP status of a site
// that has none.
type Source struct {
	Robots    *string `json:"robots,omitempty" doc:"the text of the robots.txt"`
	RobotsB64 *string `json:"robots_b64,omitempty" contentEncoding:"base64" doc:"the same in base64, for a text that is not UTF-8"`
	Status    int     `json:"status,omitempty" minimum:"400" maximum:"599" doc:"HTTP status in place of a file; 404 is a site without one"`
	RobotsURL string  `json:"robots_url,omitempty" maxLength:"2048" doc:"where the file is served; URLs of other sites are then out of scope"`
	Name      string  `json:"name,omitempty" maxLength:"1024" doc:"what the answer calls the file, robots.txt by default"`
	Profile   string  `json:"profile,omitempty" enum:"rfc9309,google,google-java,grobotstxt,crawler-commons,robots-parser,texting-robots,protego,python,python-legacy,temoto,benjaminestes,heritrix,yandex,baidu" doc:"how the text is read, rfc9309 by default"`
}

// Source returns what is asked, and the options it was read by.
func (s Source) Source() (report.Source, robots.Options, error) {
	r, o := report.Source{Name: s.Name, FileURL: s.RobotsURL}, robots.Options{}
	if s.RobotsURL != "" {
		if _, err := robots.FileURL(s.RobotsURL); err != nil {
			return r, o, &Wrong{"robots_url", err.Error(), "it looks like https://example.com/robots.txt"}
		}
	}
	var ok bool
	if o.Profile, ok = robots.ProfileNamed(s.Profile); !ok && s.Profile != "" {
		return r, o, &Wrong{"profile", "no such profile", "want " + List(profileNames())}
	}
	given := 0
	for _, is := range []bool{s.Robots != nil, s.RobotsB64 != nil, s.Status != 0} {
		if is {
			given++
		}
	}
	if given != 1 {
		return r, o, &Wrong{"robots", "give one of robots, robots_b64 and status", "a site without a robots.txt has status 404"}
	}
	switch {
	case s.Status != 0:
		r.Policy, ok = robots.ForStatus(s.Status)
		if !ok {
			return r, o, &Wrong{"status", "no policy follows from it", "400 to 599 stand for a file that could not be had"}
		}
		return r, o, nil
	case s.RobotsB64 != nil:
		text, err := base64.StdEncoding.DecodeString(*s.RobotsB64)
		if err != nil {
			return r, o, &Wrong{"robots_b64", err.Error(), "want base64 with padding (RFC 4648 4)"}
		}
		r.Policy = o.Parse(string(text))
	default:
		r.Policy = o.Parse(*s.Robots)
	}
	if r.Name == "" {
		r.Name = "robots.txt"
	}
	return r, o, nil
}

// A Language is that of the sentences in an answer.
type Language struct {
	Lang string `json:"lang,omitempty" enum:"en,zh-Hans,zh-Hant" doc:"language of messages, en by default"`
}

func (l Language) options() report.Options { return report.Options{Lang: msg.Resolve(l.Lang)} }

// Crawlers are who is asked for, and about what.
type Crawlers struct {
	Agents  []string `json:"agents,omitempty" maxItems:"2000" nullable:"false" doc:"crawlers, by product token or whole User-Agent header; * for one that the file does not name"`
	Targets []string `json:"targets,omitempty" maxItems:"100000" nullable:"false" doc:"paths, or absolute URLs of the site; if none, / and one for each large family of rules"`
}

// profileNames are the ids of the profiles, the default first.
func profileNames() []string {
	var names []string
	for _, p := range robots.Profiles() {
		names = append(names, p.String())
	}
	return names
}

// TargetOf takes a URL or path down to what rules are compared with.
func TargetOf(url string) (string, error) {
	if IsPath(url) {
		return url, nil
	}
	t := robots.Absent().ExplainURL("*", url, "")
	return t.Target, t.Decision.Err
}

// TargetsOf does so for URLs of the site of s; those of others are an error.
func TargetsOf(s report.Source, urls []string) ([]string, error) {
	var all []string
	for _, u := range urls {
		if IsPath(u) {
			all = append(all, u)
			continue
		}
		t := s.Policy.ExplainURL("*", u, s.FileURL)
		if t.Decision.Err != nil {
			return nil, t.Decision.Err
		}
		all = append(all, t.Target)
	}
	return all, nil
}

func badTarget(err error) error {
	return &Wrong{"targets", err.Error(), "want absolute http or https URLs of the site, or paths that begin with /"}
}
