// CodeMirror in the place of the text field: colours, squiggles with quick
// fixes, help at the pointer. It loads after the first view. It lives in a shadow
// tree, since there it needs no inline styles, which the policy of the page forbids.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint"
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search"
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state"
import {
  Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap,
  lineNumbers, type Tooltip, tooltips, ViewPlugin, type ViewUpdate,
} from "@codemirror/view"
import type { Finding, Range } from "../protocol"
import { agentHelp, directiveHelp, tooLong } from "./help"
import { p } from "./i18n"
import { type Port, typed } from "./port"
import { fixProof, fixText, tell } from "./words"

const LINE = /^(\s*)([A-Za-z][\w -]*?)(\s*:\s*)([^#]*)(#.*)?$/
const known = /^(allow|disallow|user-?agent|sitemap|crawl-delay|host|clean-param|request-rate|visit-time|content-signal|content-usage|license|noindex)$/i

const look = Object.fromEntries(
  ["comment", "key", "agent", "allow", "disallow", "link", "value", "wild", "unknown"].map((n) => [n, Decoration.mark({ class: "r-" + n })]),
)

/** Colours the lines in view. What they mean says the core; this is only dress, and so it is done as one types. */
function colours(view: EditorView): DecorationSet {
  const out = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at)
      if (line.length <= 4000) dress(out, line.from, line.text)
      at = line.to + 1
    }
  }
  return out.finish()
}

function dress(out: RangeSetBuilder<Decoration>, from: number, s: string) {
  const hash = s.indexOf("#")
  const m = LINE.exec(s)
  if (m) {
    const key = from + m[1].length
    out.add(key, key + m[2].length, known.test(m[2].trim()) ? look.key : look.unknown)
    value(out, key + m[2].length + m[3].length, m[4].trimEnd(), m[2].toLowerCase().trim())
  }
  if (hash >= 0) out.add(from + hash, from + s.length, look.comment)
}

function value(out: RangeSetBuilder<Decoration>, from: number, s: string, key: string) {
  if (!s) return
  if (key !== "allow" && key !== "disallow") {
    out.add(from, from + s.length, /^user-?agent$/.test(key) ? look.agent : /^https?:/i.test(s) ? look.link : look.value)
    return
  }
  let at = 0
  for (const m of s.matchAll(/\*|\$$/g)) {
    if (m.index > at) out.add(from + at, from + m.index, look[key])
    out.add(from + m.index, from + m.index + 1, look.wild)
    at = m.index + 1
  }
  if (at < s.length) out.add(from + at, from + s.length, look[key])
}

const colouring = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = colours(view)
    }
    update(u: ViewUpdate) {
      if (u.docChanged || u.viewportChanged) this.decorations = colours(u.view)
    }
  },
  { decorations: (v) => v.decorations },
)

const setMark = StateEffect.define<Range | null>()
const markLine = Decoration.line({ class: "r-decides" })
const marking = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    marks = marks.map(tr.changes)
    for (const e of tr.effects) {
      if (!e.is(setMark)) continue
      const at = e.value && e.value.from <= tr.state.doc.length ? tr.state.doc.lineAt(e.value.from).from : -1
      marks = at < 0 ? Decoration.none : Decoration.set(markLine.range(at))
    }
    return marks
  },
  provide: (f) => EditorView.decorations.from(f),
})

function element(tag: string, className: string, ...children: (string | Node)[]) {
  const e = document.createElement(tag)
  e.className = className
  e.append(...children)
  return e
}

/** Help for the name of a record, or for the crawler that is named. */
const helping = hoverTooltip(async (view, pos): Promise<Tooltip | null> => {
  const line = view.state.doc.lineAt(pos)
  if (line.length > 4000) return null
  const m = LINE.exec(line.text)
  if (!m) return null
  const start = line.from + m[1].length
  const end = start + m[2].length
  const inKey = pos >= start && pos <= end
  const from = inKey ? start : end + m[3].length
  const to = inKey ? end : from + m[4].trimEnd().length
  if (pos < from || pos > to) return null
  const help = inKey ? directiveHelp(m[2]) : /^user-?agent$/i.test(m[2].trim()) ? await agentHelp(m[4].trim()) : null
  if (!help) return null
  return { pos: from, end: to, above: true, create: () => ({ dom: element("div", "r-help", element("strong", "", help.title), ...help.text.map((x) => element("p", "", x))) }) }
})

function diagnostics(view: EditorView, findings: Finding[]): Diagnostic[] {
  const size = view.state.doc.length
  return findings.slice(0, 1000).map((f) => {
    const from = Math.min(f.span.from, size)
    return {
      from,
      to: Math.min(Math.max(f.span.to, from), size),
      severity: f.severity,
      source: f.code,
      message: tell(f, "message"),
      renderMessage: () => element("div", "", element("p", "", tell(f, "message")), element("p", "r-why", tell(f, "why")), element("p", "r-why", tell(f, "fix"))),
      actions: f.fixes.slice(0, 2).map((x) => ({
        name: fixText(x) + " · " + fixProof(x),
        apply: (v: EditorView) => v.dispatch({ changes: x.edits.map((e) => ({ from: e.span.from, to: e.span.to, insert: e.new })), userEvent: "input.fix" }),
      })),
    }
  })
}

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" }, // the frame around it shows the focus
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line-soft)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line-soft)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--select) !important" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)" },
  ".cm-selectionMatch": { backgroundColor: "var(--line-soft)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", borderColor: "var(--rule)" },
  ".cm-textfield, .cm-button": { backgroundColor: "var(--field)", backgroundImage: "none", color: "var(--ink)", border: "1px solid var(--rule)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--rule)", borderRadius: "6px", fontFamily: "var(--sans)", fontSize: "13px", maxWidth: "min(440px, 88vw)" },
  ".cm-tooltip p, .cm-diagnostic p": { margin: "4px 0" },
  ".r-help": { padding: "6px 10px" },
  ".r-why": { color: "var(--soft)" },
  ".cm-diagnostic": { padding: "4px 10px", whiteSpace: "normal" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--no)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--info)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "4px", padding: "2px 8px", margin: "4px 6px 4px 0", textAlign: "left" },
  ".cm-diagnosticSource": { color: "var(--soft)", opacity: "1", fontSize: "12px" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--no) 1.5px", textUnderlineOffset: "3px", textDecorationSkipInk: "none" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1.5px", textUnderlineOffset: "3px", textDecorationSkipInk: "none" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--info) 1.5px", textUnderlineOffset: "3px" },
  // The marks that the library brings are images, which the policy of the page does not load.
  ".cm-lint-marker": { fontSize: "10px", lineHeight: "2", textAlign: "center" },
  ".cm-lint-marker-error": { content: "normal", color: "var(--no)" },
  ".cm-lint-marker-warning": { content: "normal", color: "var(--warn)" },
  ".cm-lint-marker-info": { content: "normal", color: "var(--info)" },
  ".cm-lint-marker-error::before": { content: '"◆"' },
  ".cm-lint-marker-warning::before": { content: '"▲"' },
  ".cm-lint-marker-info::before": { content: '"●"' },
  ".r-comment": { color: "var(--syntax-comment)" },
  ".r-key": { color: "var(--syntax-key)" },
  ".r-unknown": { color: "var(--soft)", fontStyle: "italic" },
  ".r-agent": { color: "var(--syntax-agent)", fontWeight: "600" },
  ".r-allow": { color: "var(--ok)" },
  ".r-disallow": { color: "var(--no)" },
  ".r-wild": { color: "var(--syntax-wild)", fontWeight: "700" },
  ".r-link": { color: "var(--accent)" },
  ".r-decides": { backgroundColor: "var(--decides)", boxShadow: "inset 3px 0 0 var(--accent)" },
})

/** Where help may stand: not above the editor, where the tabs are. */
function room(view: EditorView) {
  return { top: view.dom.getBoundingClientRect().top, left: 0, bottom: window.innerHeight, right: window.innerWidth }
}

/** Puts CodeMirror into host. It takes over the text, the selection and the focus of the field. */
export function mount(host: HTMLElement, field: HTMLTextAreaElement, onTooLong: (size: number) => void): Port & { destroy(): void } {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" })
  const place = document.createElement("div")
  place.className = "cm-host"
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(".cm-host{height:100%}.cm-host>.cm-editor{height:100%}")
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(place)
  const focused = document.activeElement === field
  const extensions: Extension = [
    lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), search({ top: true }), highlightSelectionMatches(),
    EditorView.lineWrapping, EditorState.tabSize.of(4), lintGutter(), colouring, marking, helping, theme, tooltips({ tooltipSpace: room }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of(() => ({ "aria-label": p("editor.label"), spellcheck: "false", tabindex: "0" })),
    EditorView.updateListener.of((u) => u.docChanged && typed()),
    EditorView.domEventHandlers({
      paste(event) {
        const size = event.clipboardData?.getData("text/plain").length ?? 0
        if (!tooLong(size)) return false
        event.preventDefault()
        onTooLong(size)
        return true
      },
    }),
  ]
  const view = new EditorView({
    parent: place,
    root,
    state: EditorState.create({ doc: field.value, selection: { anchor: field.selectionStart, head: field.selectionEnd }, extensions }),
  })
  if (focused) view.focus()
  return {
    get: () => view.state.doc.toString(),
    edit: (changes) => view.dispatch({ changes, userEvent: "input" }),
    reveal(range) {
      const size = view.state.doc.length
      const from = Math.min(range.from, size)
      const to = Math.min(range.to, size)
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) })
      view.focus()
    },
    mark: (range) => view.dispatch({ effects: setMark.of(range) }),
    show: (findings) => view.dispatch(setDiagnostics(view.state, diagnostics(view, findings))),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
