package cli

const aiHelp = `ai asks a robots.txt what crawlers for generative AI may fetch, and prints a
table: crawler, purpose, path, access, the rule and line that decided, and what
the file says about use. Below it says in words what the answers come to.

Access is written as people record it:

  allowed, disallowed (own group)        a group names the crawler
  allowed, disallowed (by *)             no group names it, so that of * serves
  allowed, disallowed (group of NAME)    it follows the group of another crawler
  not restricted (no group)              no group speaks to it
  empty file                             the file holds no record
  absent, unavailable, unreachable       404; other 4xx; 5xx or network

The answers are those of RFC 9309, with what operators document above it: whose
group a crawler follows where none names it, and who does not heed *. Names such
as Google-Extended send no requests and are judged all the same: they decide
what pages are used for. Statements about use stand beside and change no answer.
Nothing here says that a crawler obeys.

Without -u it asks for "/" and for one path of each of the largest families of
rules that speak to these crawlers. --want asserts how things stand for a
purpose, such as training, search or user, over all paths asked. A site without
a file has consented to nothing, so "open" does not hold for it; nor does
"closed". The exit code is 0, and 1 if a --want does not hold.`

const initHelp = `init drafts a robots.txt that takes a stance: crawlers for the refused purposes
may fetch nothing, those for the kept ones may fetch what they could before. It
begins with the file at hand, or with nothing, and adds groups at its end.

A group that names a crawler takes it out of the group of *, so the groups of
the kept crawlers repeat what has spoken to them so far. A refused crawler that
the file names already loses its line there.

Before anything is written, standard error shows what changes. For every crawler
of the catalogue, every name in either text and any other crawler it is proven
over all URLs that nothing else does; what is not proven is shown. Where
something changes that was not asked for, -w writes nothing and the exit code is
1, unless --accept is given. With --diff it is 1 if the text would change.`
