// Small parts that the panels share.
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { Decision, Rule } from "../protocol"
import type { Problem, Slot } from "./ask"
import { pause, whole } from "./ask"
import { notice, size } from "./files"
import { p, t } from "./i18n"
import { reveal, revealLine } from "./port"
import { because, ruleText, short, tone, word } from "./words"

/** A verdict in a word, with a colour and never by the colour alone. */
export const Badge = ({ of }: { of: Decision }) => <span class={"badge " + tone(of)}>{word(of)}</span>

export const Because = ({ of }: { of: Decision }) => <span>{because(of)}</span>

/** A line that can be gone to. */
export function LineLink({ line, children }: { line: number; children?: ComponentChildren }) {
  return (
    <button type="button" class="link" onClick={() => revealLine(line)}>
      {children ?? p("line", { line })}
    </button>
  )
}

export function RuleLink({ rule }: { rule: Rule }) {
  return (
    <button type="button" class="link rule" title={ruleText(rule)} onClick={() => reveal(rule)}>
      <code>{short(ruleText(rule), 56)}</code> <span class="at">{p("line", { line: rule.line })}</span>
    </button>
  )
}

export async function copy(s: string, what: string) {
  try {
    await navigator.clipboard.writeText(s)
    notice.value = { text: p("copied", { what }) }
  } catch {
    notice.value = { text: p("notcopied"), bad: true }
  }
}

/** What a panel shows, to be taken along: as Markdown, as JSON, as a command. */
export function CopyBar(of: { markdown?: () => string; json?: () => unknown; command?: () => string; csv?: () => string }) {
  const [shown, show] = useState("")
  const entries: [string, string, (() => string) | undefined][] = [
    ["markdown", "Markdown", of.markdown],
    ["csv", "CSV", of.csv],
    ["json", "JSON", of.json && (() => JSON.stringify(of.json!(), null, 2))],
    ["command", p("command"), of.command],
  ]
  return (
    <div class="copybar">
      <span class="label" id="copy-as">{p("copyas")}</span>
      {entries.map(([id, name, make]) => make && (
        <button type="button" class="small" data-copy={id} aria-describedby="copy-as" key={id} onClick={() => {
          const s = make()
          show(id === "command" ? s : "")
          void copy(s, name)
        }}>{name}</button>
      ))}
      {shown && <code class="command">{shown}</code>}
    </div>
  )
}

/** Says that an answer is awaited, or why there is none. */
export function State({ of, what }: { of: Pick<Slot<"parse">, "busy" | "problem"> & { answer: { value: unknown } }; what?: string }) {
  if (of.problem.value) return <p class="problem" role="alert">{problem(of.problem.value)}</p>
  if (!of.busy.value) return null
  return <p class="waiting">{whole.value || of.answer.value ? p("working") : p("loading")}{what}</p>
}

export function problem(x: Problem): string {
  const args = Object.fromEntries(Object.entries(x.args).map(([k, v]) => [k, typeof v === "string" ? short(v) : k === "octets" || k === "limit" ? size(v) : v]))
  return p("problem." + x.code, args)
}

export function Field(of: { label: string; hint?: string; children: ComponentChildren; class?: string }) {
  return (
    <label class={"field " + (of.class ?? "")}>
      <span class="label">{of.label}{of.hint && <span class="hint"> {of.hint}</span>}</span>
      {of.children}
    </label>
  )
}

interface Bound {
  value: string
}

export const Input = (of: { label: string; hint?: string; to: Bound; list?: string; class?: string; placeholder?: string; id?: string }) => (
  <Field label={of.label} hint={of.hint} class={of.class}>
    <input id={of.id} type="text" value={of.to.value} list={of.list} placeholder={of.placeholder} spellcheck={false} autocomplete="off" autocapitalize="off" onInput={(e) => later(of.to, e.currentTarget.value)} />
  </Field>
)

export const Lines = (of: { label: string; hint?: string; to: Bound; rows?: number; placeholder?: string; id?: string; class?: string }) => (
  <Field label={of.label} hint={of.hint} class={of.class}>
    <textarea id={of.id} rows={of.rows ?? 4} value={of.to.value} placeholder={of.placeholder} spellcheck={false} autocomplete="off" autocapitalize="off" onInput={(e) => later(of.to, e.currentTarget.value)} />
  </Field>
)

const pauses = new WeakMap<object, ReturnType<typeof pause>>()

/** Takes over what is typed when typing pauses. */
function later(to: Bound, value: string) {
  const waits = pauses.get(to) ?? pause()
  pauses.set(to, waits)
  waits.after(120, () => (to.value = value))
}

/** A long list: its beginning, and the rest when it is asked for. */
export function Some<T>({ of, first = 100, each }: { of: T[]; first?: number; each(x: T, i: number): ComponentChildren }) {
  const [n, more] = useState(first)
  return (
    <>
      {of.slice(0, n).map(each)}
      {of.length > n && (
        <li class="more"><button type="button" class="small" onClick={() => more(n + 500)}>{p("more", { n: of.length - n })}</button></li>
      )}
    </>
  )
}

export const Scroll = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="scroll" role="region" aria-label={label} tabIndex={0}>{children}</div>
)

/** A row of a Markdown table. */
export const row = (...cells: (string | number)[]) => "| " + cells.map((c) => String(c).replace(/\s+/g, " ").replace(/[\\|`*_<>[\]]/g, "\\$&")).join(" | ") + " |"

export const table = (heads: string[], rows: (string | number)[][]) =>
  [row(...heads), "|" + heads.map(() => " --- |").join(""), ...rows.map((r) => row(...r)), ""].join("\n")

export const csv = (rows: (string | number)[][]) =>
  rows.map((r) => r.map((c) => {
    let s = String(c)
    if (/^[=+\-@\t\r]/.test(s)) s = "'" + s // a sheet would take it for a formula
    return /[",\r\n]/.test(s) ? `"${s.replace(/"/g, '""')}"` : s
  }).join(",")).join("\r\n") + "\r\n"

export const head = (key: string) => t("head." + key)
