// How answers are worded. All sentences that the command has too are its own.
import type { AI, Args, Decision, Engine, Finding, Fix } from "../protocol"
import * as say from "../say"
import { language, list, p, t, type Values } from "./i18n"

const MAX = 80

/** A text of the file, to be shown: what is invisible is escaped, and it is cut. */
export function short(s: string, max = MAX): string {
  const clean = say.clean(s.length > 4 * max ? s.slice(0, 4 * max) : s)
  return clean.length > max ? clean.slice(0, max - 1) + "…" : clean
}

const cut = (args: Args): Values => Object.fromEntries(Object.entries(args).map(([k, v]) => [k, typeof v === "string" ? short(v) : v]))

export const word = (d: Decision) => say.verdict(language.value, d)

/** What a verdict rests on. source says why a profile gives a file up; an engine has it itself. */
export const because = (d: Decision | Engine, source?: { rejected?: string }) => say.because(language.value, d, "rejected" in d ? d : source)

export const rejected = (reason: string) => say.rejected(language.value, reason)

/** What a table of AI crawlers comes to. Two of the sentences tell of a flag of the command; the page has a field for that. */
export function standing(a: AI): string[] {
  const own = ["only-root", "left"].map((x) => "ai.summary." + x)
  const of = a.summary.sentences
  return [
    ...say.sentences(language.value, { ...a.summary, sentences: of.filter((s) => !own.includes(s.key)) }),
    ...of.filter((s) => own.includes(s.key)).map((s) => p(s.key, s.args)),
  ]
}

export const tell = (f: { code: string; args: Args }, part: "title" | "message" | "why" | "fix") => t(`diag.${f.code}.${part}`, cut(f.args))

export const severity = (s: string) => t("severity." + s)

/** "*other*" stands for a crawler that nobody names. */
export const bot = (id: string) => (id === "*other*" ? t("agent.other") : short(id))

/** A rule as it is written down. */
export const ruleText = (r: { directive: string; pattern: string }) => `${r.directive}: ${r.pattern}`

/** What a fix does, edit by edit. */
export function fixText(x: Fix): string {
  const edits = x.edits.map((e) => {
    const key = e.new === "" ? "delete" : e.span.length === 0 ? "insert" : "replace"
    return t("lint." + key, { new: short(e.new.replace(/\n/g, "⏎")), line: e.span.line })
  })
  return list(edits)
}

export const fixProof = (x: Fix) => t("lint.fix-" + x.safety)

export function fixChanges(x: Fix): string[] {
  return x.changes.map((c) => p("change", { agent: bot(c.agent), target: short(c.target), before: verdict(c.before), after: verdict(c.after) }))
}

/** The word for a bare verdict. */
export function verdict(v: string): string {
  const key = { allow: "allowed", disallow: "disallowed", invalid: "invalid", "out-of-scope": "out-of-scope" }[v]
  return key ? t("verdict." + key) : v
}

/** How a word is coloured. Absent is neither good nor bad. */
export function tone(d: Decision): string {
  if (d.word === "allowed") return "ok"
  if (d.word === "disallowed" || d.word === "rejected") return "no"
  if (d.word === "unreachable") return "no soft"
  return "neutral"
}

export const findingKey = (f: Finding, i: number) => `${f.code}-${f.span.offset}-${i}`
