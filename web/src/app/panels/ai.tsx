// What crawlers of AI are told: access and what is said about use, side by side.
import { useEffect, useState } from "preact/hooks"
import type { AI, AIRow } from "../../protocol"
import { isProblem, once, whole } from "../ask"
import { CopyBar, Field, Input, LineLink, Lines, RuleLink, Scroll, State, head, table } from "../bits"
import { command, each } from "../command"
import { list, p, t } from "../i18n"
import { aiAgents, aiPanel, aiPaths, asked, lines, STATUSES, status } from "../state"
import { ruleText, short, standing, tone } from "../words"

export function AIPanel() {
  const [panels, setPanels] = useState<string[]>(["five"])
  useEffect(() => {
    if (whole.value) void once("agents", { panel: "five" }).then((a) => !isProblem(a) && setPanels(a.panels))
  }, [whole.value])
  const answer = asked.answer.value
  return (
    <>
      <h2>{p("ai.title")}</h2>
      <fieldset class="switch" id="ai-status">
        <legend>{p("status.label")}</legend>
        {STATUSES.map((s) => (
          <label key={s}><input type="radio" name="ai-status" value={s} checked={status.value === s} onChange={() => (status.value = s)} /> {p("status." + s)}</label>
        ))}
      </fieldset>
      <div class="form three">
        <Field label={p("ai.panel")}>
          <select id="ai-panel" value={aiPanel.value} onChange={(e) => (aiPanel.value = e.currentTarget.value)}>
            {panels.map((x) => <option value={x} key={x}>{p("ai.panels." + x)}</option>)}
          </select>
        </Field>
        <Input id="ai-agents" label={p("ai.agents")} hint={p("ai.agents-hint")} to={commas(aiAgents)} />
        <Lines id="ai-paths" label={p("ai.paths")} hint={p("ai.paths-hint")} to={aiPaths} rows={2} placeholder={"/\n/news/"} />
      </div>
      <State of={asked} />
      {answer && (
        <div class={asked.busy.value ? "stale" : ""}>
          <ul class="sentences" id="ai-sentences">
            {standing(answer).map((s, i) => <li key={i}>{s}</li>)}
          </ul>
          <CopyBar markdown={() => markdown(answer)} json={() => answer} command={() => {
            const agents = lines(aiAgents.value)
            return command("ai", ...(agents.length ? each("-a", agents) : aiPanel.value === "five" ? [] : ["--panel", aiPanel.value]), ...each("-u", lines(aiPaths.value)))
          }} />
          <Scroll label={p("ai.title")}>
            <table id="ai-table">
              <thead><tr><th>{head("agent")}</th><th>{head("purpose")}</th><th>{head("target")}</th><th>{head("access")}</th><th>{head("rule")}</th><th>{head("signals")}</th></tr></thead>
              <tbody>
                {answer.rows.slice(0, 600).map((r, i) => {
                  const again = i > 0 && answer.rows[i - 1].agent === r.agent
                  return (
                    <tr key={i} class={again ? "again" : "begin"}>
                      <th scope="row">{again ? <span class="repeat">{r.agent}</span> : r.agent}</th>
                      <td>{again ? "" : list(r.purposes.map((x) => t("ai.purpose." + x)))}</td>
                      <td><code>{short(r.target, 40)}</code></td>
                      <td><span class={"badge " + tone(r)}>{access(r)}</span></td>
                      <td>{r.rule ? <RuleLink rule={r.rule} /> : r.line ? <LineLink line={r.line} /> : "—"}</td>
                      <td>{use(r) || "—"}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </Scroll>
          <p class="faint">{t("ai.page.claims")}</p>
        </div>
      )}
    </>
  )
}

/** A field for names with commas, kept as lines. */
const commas = (s: { value: string }) => ({
  get value() {
    return s.value.replace(/\n/g, ", ")
  },
  set value(x: string) {
    s.value = x.split(/\s*,\s*/).join("\n")
  },
})

const access = (r: AIRow) => t("ai.wording." + r.access, { name: r.name })

function use(r: AIRow): string {
  const told = new Map<string, string[]>()
  for (const s of r.signals) {
    const name = s.use
    const said = s.detail ? t("ai.detail", { value: s.value, detail: short(s.detail, 40), line: s.line }) : t("ai.statement", { value: s.value, line: s.line })
    told.set(name, [...(told.get(name) ?? []), said])
  }
  return [...told].map(([name, said]) => t(r.contradicts.includes(name) ? "ai.contradictory" : "ai.use", { use: name, said: list(said) })).join(t("ai.semicolon"))
}

function markdown(a: AI): string {
  return standing(a).map((s) => "- " + s + "\n").join("") + "\n" + table(
    ["agent", "purpose", "target", "access", "rule", "line", "signals"].map(head),
    a.rows.map((r) => [r.agent, list(r.purposes.map((x) => t("ai.purpose." + x))), r.target, access(r), r.rule ? ruleText(r.rule) : "—", r.rule?.line ?? r.line ?? "—", use(r) || "—"]),
  )
}
