package cli

const testHelp = `test holds a robots.txt to the assertions of .robots.toml and fails if one of
them does not hold. "robots init" writes a first set.

  [test]
  file = "public/robots.txt"

  [[assert]]
  agent = "GPTBot"          # or agents = [...]; "*" is a crawler that the file
  path = "*"                # does not name; path = "*" is every URL, proven
  want = "disallow"
  evidence = "explicit"     # by a group that names it

  [[assert]]
  agents = ["panel:engines", "*"]
  paths = ["/", "/news/"]
  want = "allow"

  [env.staging]
  file = "staging/robots.txt"
  expect = "closed"

  [env.production]
  file = "public/robots.txt"
  expect = "open"

With FILES the assertions outside of environments are put to them. Without, they
are put to the files of [test], and each environment is tested on its own files.
--env chooses environments; FILES then take the place of theirs.

evidence says what an answer is to rest on: "explicit" on a group that names the
crawler, "inherited" on the group of "*" because none does, "rule" on a rule and
not on the silence of all; "any" is the default.

"closed" is proven: no crawler may fetch any URL but /robots.txt. "open" is
proven too: neither a crawler that the file does not name nor a search engine of
the catalogue is shut out of the whole site; agents = [...] names other engines.
What a limit cut, or what could not be proven, fails and never passes.

The exit code is 0 if all hold, 1 if one does not, 2 if the configuration is
wrong or there is no assertion at all, and 3 if a file cannot be read.`
