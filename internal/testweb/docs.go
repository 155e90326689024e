package testweb

import (
	"fmt"
	"strings"
)

// preface is the part of the page that no table holds.
const preface = `# A web of everything that goes wrong

` + "`robots testweb`" + ` serves faults, on loopback only, for whoever writes a fetcher or a
crawler in whatever language. Every host has one fault, and the tables say what
RFC 9309 or common sense wants then. This page is written by
` + "`robots testweb --list --format markdown`" + `; ` + "`--format json`" + ` has the same for programs.

## How to reach it

The server prints its address, and speaks HTTP and TLS on one port. No DNS is
needed:

- as a proxy: ` + "`curl -x 127.0.0.1:8080 http://redirect-5.test/robots.txt`" + `. CONNECT
  works too, and leads to the server whatever the host;
- with the port in the URL, where names resolve to loopback:
  ` + "`http://redirect-5.localhost:8080/robots.txt`" + `, or a Host header of your own;
- by number, with ` + "`--numeric`" + `: each host has an address in 127.1.0.0/16 too, which the
  index lists (Linux only).

Links and redirects come back in the way the client asked. Certificates are made
at the start; ` + "`http://127.0.0.1:8080/ca.pem`" + ` is the authority to trust, which may
sign for names below test and localhost and for loopback alone.

At the address of the server itself there are: / the index, /cases.json, /seeds.txt,
/expected.txt, /requests.jsonl and /judge.json about what was asked so far, and
/reset, which forgets it when posted to. The file of ` + "`--log`" + ` and /requests.jsonl are one
JSON object a line, see [the schema](../api/schema/testweb-request.json).

In Go, tests of this module use ` + "`testweb.Start`" + `, whose server has a client that
needs no network at all if asked, so that days pass at once in a bubble of
testing/synctest.

## What is recorded, and how a crawler is judged

Each request: its time from start to end, host, target, user agent, status, how many
were in flight at that host, and how long after the one before it began. From this
record alone the judge counts fetches that robots.txt disallows, URLs fetched twice with success,
the most requests in flight at one host, the smallest gap between two starts,
requests nearer than ` + "`--delay`" + `, fetches of robots.txt, hosts of which a page was
asked for before robots.txt, requests with cookies or credentials, and connections to addresses
that nobody may dial. One of these, 127.255.255.254, is listened at for that purpose
(Linux only).

## The other webs

` + "`--web clean`" + ` is sites without faults, h0.test and so on, each with numbered pages that
link to one another, and a robots.txt that closes some. What a crawl from the home
pages must fetch, no more and no less, is known: /expected.txt lists it.
` + "`--web hostile`" + ` is the same with traps and faults among the pages, and with 24 ways
in which a site serves its robots.txt or does not. There /expected.txt has the ordinary pages alone.
The same ` + "`--seed`" + ` gives the same web.

## What is the same everywhere

The usual file is

` + "```" + `
User-agent: *
Disallow: /private/
` + "```" + `

Around its fault every host has a home page, /page and /private/page. The last two
columns say whether a crawler that asked for robots.txt may fetch them: allow, disallow, or open where the
standard leaves it to the crawler. No answer takes longer than 30 seconds, whatever
the table says of endlessness, and none is longer than 4 GiB.
`

// Markdown returns the page that documents the catalogue, docs/testweb.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(preface)
	byName := map[string][]Case{}
	for _, c := range Catalogue().cases {
		byName[c.Section] = append(byName[c.Section], c)
	}
	for _, s := range sections() {
		fmt.Fprintf(&b, "\n## %s\n\n", s.name)
		if s.intro != "" {
			b.WriteString(s.intro + "\n\n")
		}
		writeTable(&b, byName[s.name])
	}
	return b.String()
}

var cellEscaper = strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "[", `\[`, "\n", " ")

func writeTable(b *strings.Builder, cases []Case) {
	files := cases[0].Path == "/robots.txt" && len(cases) > 0 && cases[0].Host != mapsHost
	b.WriteString("| name | URL | what the server does | what is wanted |")
	rule := "\n|---|---|---|---|"
	if files {
		b.WriteString(" /page | /private/ |")
		rule += "---|---|"
	}
	b.WriteString(rule + "\n")
	for _, c := range cases {
		fmt.Fprintf(b, "| %s | `%s` | %s | %s |", c.Name, c.URL(), cellEscaper.Replace(c.Does), cellEscaper.Replace(c.Wants))
		if files {
			fmt.Fprintf(b, " %s | %s |", c.Page, c.Private)
		}
		b.WriteString("\n")
	}
}
