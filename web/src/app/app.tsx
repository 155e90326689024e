// The frame: head, editor, tabs, and the panel that is open.
import { signal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { broken, profiles, quiet } from "./ask"
import { copy } from "./bits"
import { Editor, plain } from "./editor"
import { EXAMPLES } from "./examples"
import { notice, open, size } from "./files"
import { LANGS, type Lang, lang, p, speak, t } from "./i18n"
import { link, remember } from "./link"
import { load } from "./port"
import { About } from "./panels/about"
import { AIPanel } from "./panels/ai"
import { Compare } from "./panels/compare"
import { Findings } from "./panels/findings"
import { Groups } from "./panels/groups"
import { MatrixPanel } from "./panels/matrix"
import { SelftestPanel } from "./panels/selftest"
import { SitemapPanel } from "./panels/sitemap"
import { VerdictPanel } from "./panels/verdict"
import { agent, checked, editing, findings, PANELS, type Panel, panel, parsed, profile, site, STATUSES, status, target, text } from "./state"
import { type Theme, theme, THEMES } from "./theme"

const views: Record<Panel, () => preact.JSX.Element> = {
  verdict: VerdictPanel, groups: Groups, findings: Findings, ai: AIPanel, matrix: MatrixPanel,
  compare: Compare, sitemap: SitemapPanel, selftest: SelftestPanel, about: About,
}

async function share() {
  const url = await link()
  history.replaceState(null, "", url)
  await copy(url, p("link"))
  if (url.length > 8000 && notice.value && !notice.value.bad) notice.value = { text: p("longlink", { size: size(url.length) }) }
}

async function chooseLanguage(to: Lang) {
  await speak(to)
  const url = new URL(location.href)
  url.searchParams.set("lang", to)
  history.replaceState(null, "", url)
}

function Head() {
  return (
    <header class="head">
      <div class="name">
        <h1>robots.txt</h1>
        <p>{p("tagline")}</p>
      </div>
      <div class="tools">
        <select aria-label={p("examples")} value="" onChange={(e) => {
          const x = EXAMPLES.find((x) => x.id === e.currentTarget.value)
          e.currentTarget.value = ""
          if (!x) return
          status.value = 200
          agent.value = x.agent
          target.value = x.target
          load(x.text)
        }}>
          <option value="">{p("examples")}</option>
          {EXAMPLES.map((x) => <option value={x.id} key={x.id}>{p("example." + x.id)}</option>)}
        </select>
        <label class="button">
          {p("open")}
          <input type="file" class="hidden" accept=".txt,text/plain" onChange={(e) => {
            void open(e.currentTarget.files?.[0])
            e.currentTarget.value = ""
          }} />
        </label>
        <button type="button" onClick={() => void share()}>{p("share")}</button>
        <select aria-label={p("language")} value={lang.value} onChange={(e) => void chooseLanguage(e.currentTarget.value as Lang)}>
          {LANGS.map((l) => <option value={l} lang={l} key={l}>{{ en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" }[l]}</option>)}
        </select>
        <select aria-label={p("theme.label")} value={theme.value} onChange={(e) => (theme.value = e.currentTarget.value as Theme)}>
          {THEMES.map((x) => <option value={x} key={x}>{p("theme." + x)}</option>)}
        </select>
        <label class="check" title={p("remember.help")}>
          <input type="checkbox" checked={remember.value} onChange={(e) => (remember.value = e.currentTarget.checked)} /> {p("remember.label")}
        </label>
      </div>
    </header>
  )
}

/** What came when the file was asked for, and how it is read. */
function SourceBar() {
  return (
    <div class="sourcebar">
      <label class="field inline"><span class="label">{p("status.label")}</span>
        <select id="status" value={status.value} onChange={(e) => (status.value = Number(e.currentTarget.value))}>
          {STATUSES.map((s) => <option value={s} key={s}>{p("status." + s)}</option>)}
        </select>
      </label>
      <label class="field inline"><span class="label">{p("profile")}</span>
        <select id="profile" value={profile.value} onChange={(e) => (profile.value = e.currentTarget.value)}>
          {profiles.value.map((x) => <option value={x.id} key={x.id}>{x.title}</option>)}
        </select>
      </label>
      <label class="field inline grow"><span class="label">{p("site")}</span>
        <input type="text" value={site.value} placeholder="https://www.example.com/robots.txt" spellcheck={false} autocomplete="off" onChange={(e) => (site.value = e.currentTarget.value)} />
      </label>
    </div>
  )
}

/** What the file holds, and whether something is being worked out. */
function Health() {
  const source = parsed.answer.value?.source
  const found = findings.value?.summary
  return (
    <div class="health" role="status">
      {source?.kind === "document" && (
        <span>{t("parse.summary", { groups: source.groups, rules: source.rules, sitemaps: parsed.answer.value!.sitemaps.length, lines: text.value.split("\n").length - (text.value.endsWith("\n") ? 1 : 0) })} · {size(source.octets)}{source.truncated && <strong> · {t("parse.truncated")}</strong>}</span>
      )}
      {source && source.kind !== "document" && <span>{t("trace.file-" + source.kind)}</span>}
      {found && (
        <button type="button" class="link" onClick={() => go("findings")}>
          {found.errors + found.warnings + found.infos === 0 ? p("healthy") : p("health", found)}
        </button>
      )}
      <span class="clock">{quiet.value ? p("took", { ms: Math.round(checked.took.value) }) : p("working")}</span>
    </div>
  )
}

export function go(to: Panel) {
  panel.value = to
  editing.value = false
}

function Tabs() {
  const bar = useRef<HTMLDivElement>(null)
  const key = (e: KeyboardEvent) => {
    const all = [...bar.current!.querySelectorAll<HTMLElement>("[role=tab]")].filter((x) => x.offsetParent)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[e.key]
    if (at < 0 || to === undefined) return
    e.preventDefault()
    const next = all[(to + all.length) % all.length]
    next.click()
    next.focus()
  }
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>("[aria-selected=true]")
    if (chosen && bar.current) bar.current.scrollLeft = chosen.offsetLeft - bar.current.offsetLeft - 60
  }, [panel.value, editing.value])
  const count = findings.value?.findings.length
  return (
    <div class="tabs" role="tablist" aria-label={p("panels")} ref={bar} onKeyDown={key}>
      <button type="button" role="tab" class="only-narrow" id="tab-editor" aria-controls="pane-editor" aria-selected={editing.value} tabIndex={editing.value ? 0 : -1} onClick={() => (editing.value = true)}>{p("tab.editor")}</button>
      {PANELS.map((x) => (
        <button type="button" role="tab" id={"tab-" + x} key={x} aria-controls="panel" aria-selected={panel.value === x} class={editing.value ? "behind" : ""} tabIndex={panel.value === x ? 0 : -1} onClick={() => go(x)}>
          {p("tab." + x)}{x === "findings" && count ? <span class="count">{count}</span> : null}
        </button>
      ))}
    </div>
  )
}

const over = signal(false)

export function App() {
  const View = views[panel.value]
  useEffect(() => {
    if (!notice.value || notice.value.bad) return
    const timer = setTimeout(() => (notice.value = null), 6000)
    return () => clearTimeout(timer)
  }, [notice.value])
  return (
    <div
      class={"page" + (editing.value ? " editing" : "") + (over.value ? " over" : "")}
      onDragOver={(e) => {
        if (!e.dataTransfer?.types.includes("Files")) return
        e.preventDefault()
        over.value = true
      }}
      onDragLeave={(e) => e.relatedTarget === null && (over.value = false)}
      onDrop={(e) => {
        over.value = false
        const file = e.dataTransfer?.files[0]
        if (!file) return
        e.preventDefault()
        void open(file)
      }}
    >
      <a class="skip" href="#panel" onClick={(e) => {
        e.preventDefault()
        document.getElementById("panel")?.focus()
      }}>{p("skip")}</a>
      <Head />
      <div class="toast" role="status" aria-live="polite">
        {notice.value && (
          <p class={notice.value.bad ? "bad" : ""}>{notice.value.text} <button type="button" class="link" onClick={() => (notice.value = null)}>{p("dismiss")}</button></p>
        )}
        {broken.value && <p class="bad">{p("broken", { reason: broken.value })}</p>}
      </div>
      <main>
      <Tabs />
      <div class="work">
        <section id="pane-editor" class="pane-editor" aria-label={p("tab.editor")}>
          <SourceBar />
          <Editor />
          <Health />
          <p class="below">
            <label class="check"><input type="checkbox" checked={plain.value} onChange={(e) => (plain.value = e.currentTarget.checked)} /> {p("plain")}</label>
            <span>{p("drop")}</span>
          </p>
        </section>
        <section id="panel" class={"panel panel-" + panel.value} role="tabpanel" aria-labelledby={"tab-" + panel.value} tabIndex={-1}>
          <View />
        </section>
      </div>
      </main>
      <footer class="foot">{p("privacy")}</footer>
    </div>
  )
}
