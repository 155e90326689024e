// How answers are worded. All sentences that the command has too are its own.
import type { Args, Decision, Engine, Finding, Fix } from "../protocol"
import { list, p, t, type Values } from "./i18n"

const MAX = 80

/** A text of the file in a sentence: invisible characters shown, and cut. */
export function short(s: string, max = MAX): string {
  const clean = s.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"))
  return clean.length > max ? clean.slice(0, max - 1) + "…" : clean
}

const cut = (args: Args): Values => Object.fromEntries(Object.entries(args).map(([k, v]) => [k, typeof v === "string" ? short(v) : v]))

export const word = (d: Decision) => t("verdict." + d.word)

export function because(d: Decision | Engine): string {
  const reason = "rejected" in d && d.rejected ? t("rejected." + d.rejected) : ""
  return t("because." + d.because, { reason })
}

export const say = (f: { code: string; args: Args }, part: "title" | "message" | "why" | "fix") => t(`diag.${f.code}.${part}`, cut(f.args))

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
