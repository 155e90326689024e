// Does a sitemap list what crawlers may not fetch?
import { useRef } from "preact/hooks"
import type { Sitemap } from "../../protocol"
import { Badge, CopyBar, Field, Input, LineLink, Lines, Scroll, State, head, table } from "../bits"
import { command, each } from "../command"
import { read, refuse } from "../files"
import { list, p, t } from "../i18n"
import { lines, listed, sitemap, sitemapAgents, sitemapUrl } from "../state"
import { because, bot, ruleText, tell, short, word } from "../words"

const MAX = 12 << 20 // what the core takes

const EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://news.example/</loc></url>
  <url><loc>https://news.example/admin/login</loc></url>
  <url><loc>https://news.example/preview/next</loc></url>
  <url><loc>https://news.example/preview/today</loc></url>
</urlset>
`

export function SitemapPanel() {
  const file = useRef<HTMLInputElement>(null)
  const answer = listed.answer.value
  return (
    <>
      <h2>{p("sitemap.title")}</h2>
      <p class="intro">{p("sitemap.intro")}</p>
      <Field label={p("sitemap.text")} hint={p("sitemap.text-hint")} class="code">
        <textarea id="sitemap" rows={7} spellcheck={false} value={sitemap.value} onInput={(e) => {
          const s = e.currentTarget.value
          if (s.length > MAX) refuse(s.length)
          else sitemap.value = s
        }} />
      </Field>
      <div class="bar">
        <button type="button" class="small" id="sitemap-example" onClick={() => (sitemap.value = EXAMPLE)}>{p("sitemap.example")}</button>
        <button type="button" class="small" onClick={() => file.current?.click()}>{p("open")}</button>
        <input ref={file} type="file" class="hidden" tabIndex={-1} aria-label={p("sitemap.text")} onChange={async (e) => {
          const chosen = e.currentTarget.files?.[0]
          const s = chosen && (await read(chosen, MAX))
          if (s !== undefined) sitemap.value = s
        }} />
      </div>
      <div class="form two">
        <Input label={p("sitemap.url")} hint={p("optional")} to={sitemapUrl} placeholder="https://www.example.com/sitemap.xml" />
        <Lines label={p("matrix.agents")} hint={p("onePerLine")} to={sitemapAgents} rows={3} />
      </div>
      <State of={listed} />
      {answer && <Outcome of={answer} />}
    </>
  )
}

function Outcome({ of: s }: { of: Sitemap }) {
  const shut = s.grounds.filter((g) => g.verdict === "disallow")
  return (
    <div class={listed.busy.value ? "stale" : ""}>
      <p class={"outcome " + (s.blocked ? "changed" : "unchanged")} id="sitemap-outcome"><strong>{t(s.blocked ? "sitemap.title" : "sitemap.clean", { n: s.blocked, total: s.entries })}</strong></p>
      {s.outOfScope > 0 && <p class="remark">{t("sitemap.scope", { n: s.outOfScope })}</p>}
      {s.invalid > 0 && <p class="remark">{t("sitemap.invalid", { n: s.invalid })}</p>}
      {s.missing.length > 0 && <p class="remark">{t("sitemap.missing", { n: s.missing.length })}</p>}
      <CopyBar markdown={() => markdown(s)} json={() => s} command={() => command("sitemap", "sitemap.xml", "--robots", "robots.txt", ...each("-a", lines(sitemapAgents.value)))} />
      {shut.length > 0 && (
        <Scroll label={p("sitemap.title")}>
          <table>
            <thead><tr><th>{head("rule")}</th><th>{head("verdict")}</th><th>{head("bots")}</th><th>{head("urls")}</th><th>{head("example")}</th></tr></thead>
            <tbody>
              {shut.slice(0, 200).map((g, i) => (
                <tr key={i}>
                  <td>{g.rule ? <><code>{short(ruleText(g.rule), 50)}</code> <LineLink line={g.rule.line} /></> : because(g)}</td>
                  <td><Badge of={g} /></td>
                  <td>{list(g.agents.map(bot))}</td>
                  <td class="number">{g.entries}</td>
                  <td>{g.examples.slice(0, 3).map((x) => <div key={x.offset}><code>{short(x.url)}</code></div>)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {s.files.map((f) => f.diagnostics.length > 0 && (
        <ul class="records" key={f.name}>{f.diagnostics.slice(0, 50).map((d, i) => <li key={i}>{p("line", { line: d.line })}: {tell(d, "message")} <code class="code">{d.code}</code></li>)}</ul>
      ))}
    </div>
  )
}

function markdown(s: Sitemap): string {
  return t(s.blocked ? "sitemap.title" : "sitemap.clean", { n: s.blocked, total: s.entries }) + "\n\n" +
    table(["rule", "verdict", "bots", "urls", "example"].map(head), s.grounds.map((g) => [g.rule ? ruleText(g.rule) : because(g), word(g), list(g.agents.map(bot)), g.entries, g.examples[0]?.url ?? ""]))
}
