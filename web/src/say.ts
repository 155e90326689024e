// Sentences. The core answers with codes and details; what they mean in words is
// in the catalogues of package msg (msg-LANG.json), of which the page loads the
// one it speaks. This is what msg and report do in Go, and a test holds both to
// the same sentences.
import type { AI, Args, Decision, Source } from "./protocol"

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"] as const
export type Tag = (typeof LANGUAGES)[number]

/** The language for the first tag: zh of Taiwan, Hong Kong, Macao or Hant is zh-Hant, other zh is zh-Hans, all else is en. */
export function resolve(...tags: (string | null | undefined)[]): Tag {
  const tag = tags.find((t) => t)
  const parts = (tag ?? "").toLowerCase().split(/[-_]/)
  if (parts[0] !== "zh") return "en"
  for (const part of parts.slice(1)) {
    if (part === "hans") return "zh-Hans"
    if (part === "hant") return "zh-Hant"
  }
  return parts.slice(1).some((p) => p === "tw" || p === "hk" || p === "mo") ? "zh-Hant" : "zh-Hans"
}

type Tree = { [key: string]: string | Tree }

/** A language with its sentences. A key that it lacks comes back as it is, so that a gap shows. */
export class Language {
  private readonly sentences = new Map<string, string>()

  constructor(readonly tag: Tag, ...trees: Tree[]) {
    for (const tree of trees) this.add("", tree)
  }

  private add(prefix: string, tree: Tree) {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === "string") this.sentences.set(prefix + key, value)
      else this.add(prefix + key + ".", value)
    }
  }

  has(key: string) {
    return this.sentences.has(key)
  }

  text(key: string, args: Args = {}): string {
    const pattern = this.sentences.get(key)
    return pattern === undefined ? key : expand(pattern, args)
  }
}

/** Fills {name}, {n|rule|rules} and {name?a:text|*:text}. Values are not expanded again. */
export function expand(pattern: string, args: Args): string {
  let out = ""
  for (;;) {
    const open = pattern.indexOf("{")
    if (open < 0) return out + pattern
    out += pattern.slice(0, open)
    const after = pattern.slice(open + 1)
    const n = closing(after)
    if (n < 0) return out + "{" + after
    out += fill(after.slice(0, n), args)
    pattern = after.slice(n + 1)
  }
}

function fill(inside: string, args: Args): string {
  const end = inside.search(/[|?]/)
  const name = end < 0 ? inside : inside.slice(0, end)
  if (!Object.hasOwn(args, name)) return "{" + inside + "}"
  const value = String(args[name])
  if (end < 0) return value
  const branches = split(inside.slice(end + 1))
  if (inside[end] === "|") return value === "1" || branches.length < 2 ? branches[0] : branches[1]
  for (const branch of branches) {
    const colon = branch.indexOf(":")
    const when = colon < 0 ? branch : branch.slice(0, colon)
    if (when === value || when === "*") return expand(colon < 0 ? "" : branch.slice(colon + 1), args)
  }
  return value
}

function closing(s: string): number {
  let depth = 0
  for (let i = 0; i < s.length; i++) {
    if (s[i] === "{") depth++
    else if (s[i] === "}" && depth-- === 0) return i
  }
  return -1
}

function split(s: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < s.length; i++) {
    if (s[i] === "{") depth++
    else if (s[i] === "}") depth--
    else if (s[i] === "|" && depth === 0) {
      parts.push(s.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, s.slice(start)]
}

/** Foreign text made safe to show: what is invisible or turns the line around becomes an escape. */
export function clean(s: string): string {
  let out = ""
  for (const c of s) {
    const point = c.codePointAt(0)!
    if (c === "\t") out += " "
    else if (point < 0x20 || point === 0x7f) out += "\\x" + hex(point, 2)
    else if (point < 0x7f || /[\p{L}\p{M}\p{N}\p{P}\p{S}\u200c\u200d]/u.test(c)) out += c
    else out += point > 0xffff ? "\\U" + hex(point, 8) : "\\u" + hex(point, 4)
  }
  return out
}

const hex = (n: number, digits: number) => n.toString(16).padStart(digits, "0")

function cleaned(args: Args): Args {
  const out: Args = {}
  for (const [name, value] of Object.entries(args)) out[name] = typeof value === "string" ? clean(value) : value
  return out
}

interface Coded {
  code: string
  args: Args
}

/** What a diagnostic or finding says, and how to mend what it is about. */
export const message = (l: Language, d: Coded) => l.text(`diag.${d.code}.message`, cleaned(d.args))
export const help = (l: Language, d: Coded) => l.text(`diag.${d.code}.fix`, cleaned(d.args))

/** The word for a verdict: never "allowed" for a site without a file. */
export const verdict = (l: Language, d: Decision) => l.text("verdict." + d.word)

/** What a verdict rests on. */
export function because(l: Language, d: Decision, source?: Pick<Source, "rejected">): string {
  const said = l.text("because." + d.because, { reason: rejected(l, source?.rejected) })
  return d.error ? said + ": " + clean(d.error) : said
}

const rejections: Record<string, string> = {
  "an octet that is no UTF-8": "octet",
  "a pattern that is no UTF-8": "pattern",
  "no line but blank ones and comments": "no-line",
  "a rule before any user-agent line": "rule",
  "a rule or Crawl-delay before any user-agent line": "rule-or-delay",
  "a Crawl-delay before any user-agent line, or one that is no number": "delay",
}

/** Why the parser of a profile gives the file up. */
export function rejected(l: Language, reason = ""): string {
  return Object.hasOwn(rejections, reason) ? l.text("rejected." + rejections[reason]) : reason
}

const MAX_NAMES = 8

function names(l: Language, all: string[]): string {
  const shown = all.slice(0, MAX_NAMES).map(clean)
  if (all.length > MAX_NAMES) shown.push(l.text("ai.more", { n: all.length - MAX_NAMES }))
  return shown.join(l.text("ai.comma"))
}

/** What a table of AI crawlers comes to, the purposes first. */
export function sentences(l: Language, summary: AI["summary"]): string[] {
  const out = [standings(l, summary)]
  for (const { key, args } of summary.sentences) {
    const said: Args = {}
    for (const [name, value] of Object.entries(args)) {
      if (Array.isArray(value)) said[name] = names(l, value)
      else if (name === "reason") said[name] = rejected(l, String(value))
      else said[name] = typeof value === "string" ? clean(value) : value
    }
    out.push(l.text(key, said))
  }
  return out
}

function standings(l: Language, summary: AI["summary"]): string {
  const all = summary.purposes
    .filter((p) => p.purpose !== "control" || summary.purposes.length === 1)
    .map((p) => l.text("ai.standing." + p.state, { purpose: l.text("ai.purpose." + p.purpose), open: p.open, total: p.open + p.closed }))
  return all.length > 0 ? all.join(l.text("parse.comma")) : l.text("ai.standing.nobody")
}
