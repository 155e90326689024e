package cli

const checkHelp = `check asks a robots.txt what crawlers may fetch, and prints a table with the
verdict, what it rests on, and the rule and line that decided.

Without -a it asks for the crawlers people ask about most, and for "any other
bot": a crawler that the file does not name. JSON and CSV call that one
"*other*"; "-a '*'" asks for it too. A whole User-Agent header is taken down to
its product token, and the output shows which.

Without -u it asks for "/" and for one path of each family of rules, that is of
rules with the same first path segment, at most six.

A file that is not there is an error, never an answer: "--absent" and
"--status" judge a site without one, and a URL asks the site itself. "absent" and "unavailable" are not
"allowed": a crawler may fetch, but nobody has said so.

The exit code is 0 for a table. For one crawler and one URL it is 0 if nothing
forbids the fetch, 1 if a rule does, and 2 if the URL cannot be judged. With
--want it is 1 unless every answer is so; "--want allow" does not take absent or
unavailable for an answer, "--want disallow" takes unreachable for one, since
RFC 9309 2.3.1.4 has crawlers assume it. If a URL was asked and its file is
unreachable, the answers are shown and the exit code is 3.

Profiles. With --profile a file is read as a certain parser reads it. With
"--profile all" the questions are put to every profile, and the table shows only
who answers otherwise than RFC 9309 does, all that differ alike in one row, and
as the cause the fewest lines of the file that still show the difference. The
exit code is 0 whatever comes out. A profile whose parser gives up the whole
file has "rejected" it: its crawlers fetch nothing.

Batch. With --batch each line of the input is one question, a JSON object:

  id          anything; given back as it is
  robots      the text of the robots.txt, or
  robots_b64  the same in base64, for octets that JSON cannot hold
  agent       product token; a header that begins with "Mozilla/" is taken down
              to its token, anything else is asked as it is
  url         absolute URL, or path that begins with "/"; "" is "/", anything
              else is answered with "invalid"
  profile     optional: one that --profile takes, but for all; --profile is the
              default
  robots_url  optional: where the file is served, to judge its scope

Each answer is one line, in the order of the questions:

  id           that of the question; null if it has none
  verdict      allow, disallow, invalid or out-of-scope
  basis        rule, no-rule, no-group, absent, unavailable, unreachable,
               robots-txt, invalid-url or out-of-scope
  line, rule   where a rule decided: its line, and the rule with its directive
               and its pattern as written, such as "Disallow: /x"
  agent_token  the product token that was compared; "" if the agent has none

A line that is no question, or is longer than 16 MiB, is answered on its place
with {"id":...,"error":"..."}, the rest goes on, and the exit code is 1. Blank
lines are passed over. Answers are written when the input pauses, so that a
program can ask and wait for the answer.`
