package cli

const auditHelp = `audit takes together what lint, check, ai and sitemap tell of a robots.txt, and
puts a number on it: a score from 0 to 100, which is the best, and a grade from A
to F. Every point that is lost is listed with its reason; docs/audit.md has the
weights and why they are what they are.

The score says how well the file does what it says, and not whether what it says
is right: a site may shut out whom it likes. Records outside RFC 9309, such as
Content-Signal, License or Crawl-delay, are reported and cost nothing. Search
engines are taken to be wanted: --engines names others, and "--engines none" says
that the site is meant to be closed.

A site without a file (--absent, --status) has no score, neither 0 nor 100: there
is nothing to judge, and the report says what follows. The same holds for a file
without any record. A file that could be read only in part, or a web page in its
place, cannot get a high score whatever the rest says.

Without -a it asks for search engines, AI crawlers, social networks and any other
bot; without -u for "/" and a path of each of the largest families of rules. With
--sitemap it also counts which listed URLs are closed to the search engines; an
index is followed in its folder.

The exit code is 1 if anything is an error: a finding, a search engine that is
shut out, a listed URL that is closed, a score that is held down, or a file that
is unreachable. With --fail-under it is 1 if the score is below that, or if there
is none, and nothing else counts. --min-severity changes only what is shown.`
