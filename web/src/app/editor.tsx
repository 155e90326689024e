// The editor: a plain text field at once, CodeMirror in its place when it has loaded.
import { effect, signal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { whole } from "./ask"
import { refuse } from "./files"
import { tooLong } from "./help"
import { lang, p } from "./i18n"
import { type Change, type Port, port, typed } from "./port"
import { checked, editing, findings, linted, proven, status, text } from "./state"

/** Whether the reader wants the plain field to stay. */
export const plain = signal(false)

/** The text field as an editor. It has no squiggles; findings have a panel. */
function field(area: HTMLTextAreaElement): Port {
  return {
    get: () => area.value,
    edit(changes: Change[]) {
      let s = area.value
      for (const c of [...changes].sort((a, b) => b.from - a.from)) s = s.slice(0, c.from) + c.insert + s.slice(c.to)
      area.value = s
      typed()
    },
    reveal(range) {
      area.focus()
      area.setSelectionRange(range.from, range.to)
      const before = area.value.slice(0, range.from).split("\n").length
      const height = parseFloat(getComputedStyle(area).lineHeight) || 20
      area.scrollTop = Math.max(0, (before - 5) * height)
    },
    mark() {},
    show() {},
    focus: () => area.focus(),
  }
}

export function Editor() {
  const area = useRef<HTMLTextAreaElement>(null)
  const host = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const at = area.current!
    at.value = text.peek()
    port.value = field(at)
  }, [])

  // CodeMirror comes after the core: verdicts are wanted sooner than colours.
  useEffect(() => {
    let rich: (Port & { destroy(): void }) | undefined
    let gone = false
    const stop = effect(() => {
      if (plain.value || !whole.value || rich) return
      void import("./codemirror").then(({ mount }) => {
        if (gone || plain.peek() || rich) return
        rich = mount(host.current!, area.current!, refuse)
        document.body.dataset.editor = "rich"
        port.value = rich
      })
    })
    const back = effect(() => {
      if (!plain.value || !rich) return
      area.current!.value = rich.get()
      rich.destroy()
      rich = undefined
      delete document.body.dataset.editor
      port.value = field(area.current!)
    })
    return () => {
      gone = true
      stop()
      back()
    }
  }, [])

  // Answers go into the editor only while they are about the text that it shows.
  useEffect(
    () =>
      effect(() => {
        const to = port.value
        const answer = checked.answer.value
        const rule = answer?.answers[0]?.rule
        if (to && !checked.busy.value) to.mark(rule && status.value === 200 && to.get() === text.value ? rule : null)
      }),
    [],
  )
  useEffect(
    () =>
      effect(() => {
        const to = port.value
        const found = findings.value
        void lang.value
        if (!to || (linted.busy.value && proven.busy.value)) return
        if (to.get() === text.value) to.show(found?.findings ?? [])
      }),
    [],
  )

  const onPaste = (e: ClipboardEvent) => {
    const size = e.clipboardData?.getData("text/plain").length ?? 0
    if (!tooLong(size)) return
    e.preventDefault()
    refuse(size)
  }
  return (
    <div class="editor">
      <textarea ref={area} class="plain" aria-label={p("editor.label")} spellcheck={false} autocomplete="off" autocapitalize="off" wrap="soft" onInput={typed} onPaste={onPaste} onFocus={() => (editing.value = true)} />
      <div ref={host} class="rich" />
    </div>
  )
}
