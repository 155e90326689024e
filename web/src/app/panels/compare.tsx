// Does an edit change any answer? Two texts, their lines, and the URLs that show the difference.
import type { Diff, Flip, Place } from "../../protocol"
import { useRef } from "preact/hooks"
import { Badge, CopyBar, LineLink, Lines, Scroll, Some, State, head, table } from "../bits"
import { command } from "../command"
import { read } from "../files"
import { list, p, t } from "../i18n"
import { agent, compared, old, panel, target, text } from "../state"
import { bot, ruleText, short, word } from "../words"

export function Compare() {
  const file = useRef<HTMLInputElement>(null)
  const answer = compared.answer.value
  return (
    <>
      <h2>{p("compare.title")}</h2>
      <p class="intro">{p("compare.intro")}</p>
      <Lines id="old" label={p("compare.old")} to={old} rows={7} class="code" />
      <div class="bar">
        <button type="button" class="small" id="take-old" onClick={() => (old.value = text.value)}>{p("compare.take")}</button>
        <button type="button" class="small" onClick={() => file.current?.click()}>{p("open")}</button>
        <input ref={file} type="file" class="hidden" tabIndex={-1} aria-label={p("compare.old")} onChange={async (e) => {
          const chosen = e.currentTarget.files?.[0]
          const s = chosen && (await read(chosen))
          if (s !== undefined) old.value = s.replace(/\r\n?/g, "\n")
        }} />
      </div>
      <State of={compared} />
      {!old.value && <p class="waiting">{p("compare.none")}</p>}
      {answer && <Outcome of={answer} />}
    </>
  )
}

function title(d: Diff): string {
  const count = (bots: Diff["bots"]) => bots.reduce((sum, b) => sum + b.agents.length, 0)
  const n = count(d.bots.filter((b) => b.answer === d.answer))
  return t("diff.title-" + d.answer, { old: p("compare.before"), new: p("compare.after"), n, total: count(d.bots) })
}

function Outcome({ of: d }: { of: Diff }) {
  const changed = d.bots.filter((b) => b.flips.length || b.open.length)
  return (
    <div class={compared.busy.value ? "stale" : ""}>
      <p class={"outcome " + d.answer} id="outcome"><strong>{title(d)}</strong></p>
      <CopyBar markdown={() => markdown(d)} json={() => d} command={() => command("diff", "old/robots.txt", "robots.txt")} />
      {changed.length > 0 && <h3>{p("compare.behaviour")}</h3>}
      {changed.map((b) => (
        <div key={b.agents[0]} class="flips">
          <h4>{list(b.agents.slice(0, 12).map(bot))}{b.agents.length > 12 ? t("bots.more", { n: b.agents.length - 12 }) : ""}</h4>
          <Scroll label={p("compare.behaviour") + " · " + bot(b.agents[0])}>
            <table>
              <thead><tr><th>{p("compare.witness")}</th><th>{head("before")}</th><th>{head("now")}</th><th>{head("rule")}</th></tr></thead>
              <tbody>
                {b.flips.slice(0, 100).map((f) => <FlipRow key={f.witness + f.became} of={f} agent={b.agents[0]} />)}
              </tbody>
            </table>
          </Scroll>
          {b.open.map((o, i) => <p class="remark" key={i}>{o.rule ? t("diff.open-rule", { text: o.in, line: o.rule.line, rule: short(ruleText(o.rule)) }) : t("diff.open-rest")}</p>)}
        </div>
      ))}
      {d.structure.length > 0 && (
        <>
          <h3>{p("compare.structure")}</h3>
          <ul class="structure">
            <Some of={d.structure} each={(c, i) => (
              <li key={i}><span class={"badge " + ({ added: "ok", removed: "no" }[c.change] ?? "neutral")}>{t("diff.op." + c.change)}</span>{" "}
                {c.old && <span class="was">{place(c.old)}</span>}{c.old && c.new ? " → " : ""}{c.new && <span>{place(c.new)} <LineLink line={c.new.line} /></span>}
              </li>
            )} />
          </ul>
        </>
      )}
      {d.structure.length === 0 && <p class="faint">{p("compare.same")}</p>}
    </div>
  )
}

const place = (x: Place) => (x.text !== undefined ? <code>{short(x.text)}</code> : t("diff.group", { agents: list(x.group.map((a) => short(a, 30))), n: x.rules ?? 0 }))

function FlipRow({ of: f, agent: who }: { of: Flip; agent: string }) {
  const rule = f.new.rule ?? f.old.rule
  return (
    <tr>
      <td><button type="button" class="link" title={p("compare.show")} onClick={() => {
        agent.value = who === "*other*" ? "*" : who
        target.value = f.witness
        panel.value = "verdict"
      }}><code>{short(f.witness)}</code></button></td>
      <td><Badge of={f.old} /></td>
      <td><Badge of={f.new} /></td>
      <td>{rule ? <><code>{short(ruleText(rule), 40)}</code> {f.new.rule ? <LineLink line={rule.line} /> : <span class="faint">{p("compare.oldline", { line: rule.line })}</span>}</> : "—"}</td>
    </tr>
  )
}

function markdown(d: Diff): string {
  const rows = d.bots.flatMap((b) => b.flips.map((f) => [list(b.agents.map(bot)), f.witness, word(f.old), word(f.new)]))
  return title(d) + "\n\n" + (rows.length ? table([head("bots"), p("compare.witness"), head("before"), head("now")], rows) : "")
}
