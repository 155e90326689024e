// The editor as the rest of the page sees it, be it a plain text field or
// CodeMirror.
import { signal } from "@preact/signals"
import type { Finding, Range } from "../protocol"
import { pause } from "./ask"
import { editing, text } from "./state"

export interface Change {
  from: number
  to: number
  insert: string
}

export interface Port {
  get(): string
  /** Makes edits that can be undone. */
  edit(changes: Change[]): void
  /** Shows a place and puts the cursor there. */
  reveal(range: Range): void
  /** Highlights the rule that decides; null takes it away. */
  mark(range: Range | null): void
  show(findings: Finding[]): void
  focus(): void
}

export const port = signal<Port | undefined>(undefined)

const typing = pause()

/** The text has changed: what follows from it is asked when typing pauses. */
export function typed() {
  const size = port.value?.get().length ?? 0
  typing.after(size > 50_000 ? 400 : 150, settle)
}

/** Takes over what was typed at once. */
export function settle() {
  const now = port.value?.get()
  if (now !== undefined) text.value = now
  typing.end()
}

/** Replaces the whole text. */
export function load(all: string) {
  all = all.replace(/\r\n?/g, "\n")
  const at = port.value
  if (!at) text.value = all
  else at.edit([{ from: 0, to: at.get().length, insert: all }])
  settle()
}

export function reveal(range: Range) {
  editing.value = true
  requestAnimationFrame(() => port.value?.reveal(range))
}

/** Shows a line, counted from 1. */
export function revealLine(line: number) {
  const all = port.value?.get() ?? text.value
  let from = 0
  for (let n = 1; n < line; n++) {
    const at = all.indexOf("\n", from)
    if (at < 0) break
    from = at + 1
  }
  const end = all.indexOf("\n", from)
  reveal({ from, to: end < 0 ? all.length : end })
}
