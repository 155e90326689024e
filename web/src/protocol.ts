// The questions that the core answers, and its answers, as web/internal/protocol speaks
// them. All of it is JSON. The shapes are those of api/schema, with places in
// units of UTF-16 beside those in bytes, and with codes and details where the
// command has sentences.
//
// Give the core the text as it is in the editor: what CodeMirror's
// doc.toString() or a textarea's value holds, where every line ends in "\n".
// `from` and `to` then are positions in it. A file that was dropped can be sent
// as `robots_b64`; its places are those of
// new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets).

/** The text, or the status that came in its place (404, 403, 503; 0 and 200 mean the text). */
export interface SourceQuestion {
  robots?: string
  robots_b64?: string // in place of robots
  status?: number
  profile?: string // an id of Version.profiles; default "rfc9309"
  robots_url?: string // where the file is served
  name?: string // to show; default "robots.txt"
}

/** Names of crawlers: product tokens, whole User-Agent headers, "*" for one that the text does not name. */
export type Agents = string[]

/** Paths with query, or absolute URLs. */
export type Targets = string[]

/** What each verb asks, and what it answers. */
export interface Verbs {
  version: [Record<string, never>, Version]
  /** brief leaves out the rules of groups; lines adds the parts of every line. */
  parse: [SourceQuestion & { brief?: boolean; lines?: boolean }, Parse]
  /** today, as in 2027-01-31, tells which comments that suppress have expired. Without proofs: fixes are "unproven" and dead-rule is not looked for. */
  lint: [SourceQuestion & { ignore?: string[]; today?: string }, Lint]
  /** The same with proofs; takes longer, and takes the place of the answer of lint. */
  "prove-fixes": [SourceQuestion & { ignore?: string[]; today?: string }, Lint]
  /** What a code means, or all codes; the sentences are diag.CODE.title, .why and .fix. */
  explain: [{ code?: string }, Explain]
  check: [SourceQuestion & { agents: Agents; targets: Targets; explain?: boolean }, Check]
  /** What all profiles make of one question. Parses 15 times: ask after check. */
  engines: [SourceQuestion & { agent: string; target: string }, Engines]
  /** Without agents and panel: panel "five". Without targets: some that the text suggests. */
  ai: [SourceQuestion & { agents?: Agents; panel?: string; targets?: Targets }, AI]
  /** Without agents and panel: all. */
  agents: [{ agents?: Agents; panel?: string }, Catalogue]
  /** Without targets: one for each family of rules. */
  matrix: [SourceQuestion & { agents: Agents; targets?: Targets }, Matrix]
  /** Without agents: every one that a text names, and any other. */
  diff: [{ old: string; new: string; profile?: string; agents?: Agents }, Diff]
  sitemap: [SourceQuestion & { sitemap: string; sitemap_url?: string; agents: Agents }, Sitemap]
  /** minimize leaves out rules that change no answer; the error not-proven says that this could not be proven. */
  format: [Pick<SourceQuestion, "robots" | "robots_b64" | "profile"> & { style?: Style; minimize?: boolean }, Format]
  /** Makes these edits; without edits all fixes that are proven safe, with unsafe the others too. */
  fix: [SourceQuestion & { ignore?: string[]; unsafe?: boolean; edits?: Pick<Edit, "span" | "new">[] }, Fixed]
  /** Runs vectors: the lines of vectors.jsonl, parsed. */
  selftest: [{ vectors: unknown[] }, Selftest]
}

export type Verb = keyof Verbs
export type Question<V extends Verb> = Verbs[V][0]
export type Answer<V extends Verb> = Verbs[V][1]

/** What comes instead of an answer. */
export interface Failure {
  error: {
    code:
      | "too-large" // args: key, octets, limit
      | "bad-request" // reason, offset
      | "unknown-verb" // verb
      | "unknown-key" // key
      | "missing-key" // key
      | "wrong-type" // key, want, got
      | "unknown-profile" // profile
      | "unknown-panel" // panel
      | "unknown-code" // code
      | "unknown-style" // style
      | "bad-url" // key, url
      | "bad-base64" // key
      | "bad-edit" // index
      | "bad-vector" // id, index
      | "not-whole" // a limit cut the text, or it is UTF-16: it is not written anew
      | "not-proven"
      | "internal"
    args: Args
  }
}

export type Args = Record<string, string | number>

export type Verdict = "allow" | "disallow" | "invalid" | "out-of-scope"
export type Basis =
  | "rule" | "no-rule" | "no-group" | "absent" | "unavailable" | "unreachable" | "robots-txt" | "invalid-url" | "out-of-scope"
export type Severity = "error" | "warning" | "info"
export type Style = "canonical" | "compact" | "annotated"

/** A place as a script counts: units of UTF-16 from the start of the text. */
export interface Range {
  from: number
  to: number
}

/** A place in bytes too: line and column from 1, offset from 0. */
export interface Span extends Range {
  line: number
  column: number
  offset: number
  length: number
}

export interface Source {
  name: string
  kind: "document" | "absent" | "unavailable" | "unreachable"
  fileUrl?: string
  profile: string
  encoding: string
  empty: boolean
  truncated: boolean // a limit cut the text
  records: number
  groups: number
  rules: number
  rejected?: string // why the parser of the profile gives the file up
  octets: number // of the text that was read
}

interface Head<K extends string> {
  schemaVersion: number
  kind: K
}

export interface Rule extends Range {
  directive: "Allow" | "Disallow"
  pattern: string
  normal?: string // where it is not the pattern as written
  octets: number
  line: number
  column: number
}

/** word and because are keys of sentences: verdict.WORD and because.BECAUSE. */
export interface Decision {
  verdict: Verdict
  basis: Basis
  evidence: string // matrix.EVIDENCE has the words
  named: boolean
  word: string // never "allowed" for a site without a file
  because: string
  rule?: Rule
  error?: string
}

export interface Diagnostic extends Span {
  code: string
  severity: Severity
  args: Args
  related?: number[] // lines
}

export interface Count {
  code: string
  seen: number
}

export interface Version extends Head<"version"> {
  version: string
  verbs: Verb[]
  profiles: { id: string; title: string; source: string }[]
  limits: { text: number; sitemap: number; request: number; names: number } // octets; names: crawlers or targets
}

export interface UserAgent extends Range {
  value: string
  token: string // "*", a product token, or "" for nobody
  line: number
  column: number
  joined?: number // the line it joins though something stands between
}

export interface Group {
  line: number
  endLine: number
  userAgents: UserAgent[]
  rules: Rule[]
  ruleCount: number
}

export interface FileRecord extends Range {
  directive: string // "unknown" and "junk" among them
  key: string
  value: string
  line: number
  group?: number // line of the group it stands in
}

export interface Line extends Range {
  line: number
  directive: string
  key: string
  value?: Range
}

export interface Parse extends Head<"parse"> {
  source: Source
  groups: Group[]
  sitemaps: FileRecord[]
  records: FileRecord[] // all others but rules, user-agent lines, blank lines and comments
  diagnostics: Diagnostic[] // at most 100 of a code
  counts: Count[]
  lines?: Line[]
}

export interface Edit {
  span: Span
  new: string
}

export interface Change {
  agent: string // "*other*" is any that the text does not name
  target: string
  before: Verdict
  after: Verdict
}

export interface Fix {
  safety: "safe" | "unsafe" | "unproven" // safe: proven to change no answer
  edits: Edit[]
  changes: Change[] // of an unsafe fix, as far as known
}

export interface Finding {
  file: string
  code: string
  severity: Severity
  span: Span
  args: Args
  related: Span[]
  fixes: Fix[]
}

export interface Lint extends Head<"lint"> {
  proven: boolean
  files: Source[]
  summary: { errors: number; warnings: number; infos: number; suppressed: number }
  findings: Finding[]
  suppressed: (Finding & { suppression: { kind: "comment"; file: string; line: number; reason: string; expires?: string } })[]
}

export interface Explain extends Head<"explain"> {
  checks: { code: string; severity: Severity; source: string; since: string; before: string; after: string }[]
}

export interface Trace {
  name: string
  token: string
  whole: boolean // the whole name was compared
  star: boolean // the groups of * had to serve
  target: string
  normal: string
  dots: boolean // dot segments were resolved
  otherStar: boolean // there is a group of * that does not apply
  groups: { line: number; endLine: number; userAgent?: { value: string; line: number } }[] // the line by which it applies
  joins: { line: number; with: number }[]
  weighed: (Rule & { matches: boolean; fate: string })[] // sentences: fate.FATE
  missesLeft: number // rules that do not match, beyond the 200 that are listed
}

export interface CheckAnswer extends Decision {
  agent: string
  token: string // that was compared: show it
  given?: string // the header that the agent was taken from
  target: string
  trace?: Trace
}

export interface Check extends Head<"check"> {
  source: Source
  answers: CheckAnswer[] // by crawler, then by target
}

export interface Engine extends Decision {
  profile: string
  title: string
  source: string
  token: string
  same: boolean // the verdict of the profile that was asked for
  rejected?: string
}

export interface Engines extends Head<"engines"> {
  source: Source
  agent: string
  target: string
  engines: Engine[]
}

export interface Signal extends Range {
  signal: string
  use: string
  value: string
  scope: string
  path?: string
  detail?: string
  line: number
}

export interface AIRow extends Decision {
  agent: string
  purposes: string[]
  target: string
  access: string // the wording: ai.wording.ACCESS
  via: "own" | "fallback" | "star" | "deaf" | "none"
  name: string // the name that the file was asked with
  line?: number // of the user-agent line
  signals: Signal[] // use, never mixed with access
  contradicts: string[]
}

export interface AI extends Head<"ai"> {
  source: Source
  paths: string[]
  rows: AIRow[]
  summary: {
    purposes: { purpose: string; state: string; agents: number; open: number; closed: number }[]
    starOnly: string[]
    closedPaths: { target: string; agents: string[] }[]
    fallbacks: { agent: string; name: string; line: number }[]
    deaf: string[]
    controls: string[]
    unnamable: string[]
    disobey: string[]
    disputed: string[]
    onlyRoot: boolean
    familiesLeft: number
    sentences: { key: string; args: Record<string, string | number | string[]> }[]
  }
}

export interface Agent {
  token: string
  aliases: string[]
  operator: string
  country: string
  purposes: string[]
  ai: boolean
  sendsRequests: boolean
  noToken: boolean
  rfcToken: boolean
  names: string[]
  ignoresStar: boolean
  crawlDelay: string
  respects: string
  evidence: { kind: string; verified: boolean; date: string; sources: string[] }
  effect?: string
  userAgents: string[]
  observed: string[]
  ipRanges?: string
  reverseDns: string[]
  botAuth?: string
  legacy: boolean
  replacedBy?: string
  note?: string
}

export interface Catalogue extends Head<"agents"> {
  agents: Agent[]
  panels: string[]
}

export interface Matrix extends Head<"matrix"> {
  source: Source
  targets: string[]
  rows: { agent: string; given?: string; cells: (Decision & { target: string })[] }[]
  counts: { evidence: string; cells: number }[]
  familiesLeft: number
}

export interface Flip {
  became: Verdict
  witness: string // a target that shows it
  old: Decision
  new: Decision
}

export interface Place {
  line: number
  text?: string
  group: string[] // its user-agent values
  rules?: number // of a group
}

export interface Diff extends Head<"diff"> {
  old: Source
  new: Source
  answer: "unchanged" | "changed" | "not-proven"
  bots: { agents: string[]; answer: string; flips: Flip[]; open: { in: "old" | "new"; rule?: Rule }[] }[]
  structure: { change: string; of: string; old?: Place; new?: Place }[]
}

/** Places are in the sitemap. */
export interface Sitemap extends Head<"sitemap"> {
  robots: Source
  entries: number
  blocked: number // for at least one crawler
  invalid: number
  outOfScope: number
  agents: { agent: string; given?: string; blocked: number }[]
  grounds: (Decision & { agents: string[]; entries: number; examples: (Span & { url: string; file: string })[] })[]
  files: {
    name: string
    url?: string
    form: "urlset" | "index" | "text" | "rss" | "unknown"
    entries: number
    invalid: number
    bytes: number
    diagnostics: Diagnostic[]
    counts: Count[]
  }[]
  missing: string[] // sitemaps that an index lists
}

export interface Proof {
  answer: "yes" | "no" | "not-proven" // is every answer the same
  same: boolean // and all other records too
  changes: Change[]
}

export interface Format extends Head<"format"> {
  style: Style
  text: string
  changed: boolean
  removed: number // rules that minimize left out
  proof: Proof
}

export interface Fixed extends Head<"fix"> {
  text: string
  fixes: number
  proof: Proof
}

export interface SelftestSide {
  verdict: string
  basis: string
  line: number
}

export interface Selftest extends Head<"selftest"> {
  total: number
  passed: number
  byClause: { clause: string; total: number; passed: number }[]
  failures: {
    id: string
    clause: string
    title: string
    what: string
    level: string
    why: string
    want: SelftestSide
    got: SelftestSide
  }[]
}
