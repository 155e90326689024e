// Crawlers by paths.
import type { Matrix } from "../../protocol"
import { CopyBar, Lines, Scroll, State, csv, head, table } from "../bits"
import { command, each } from "../command"
import { has, p, t } from "../i18n"
import { reveal } from "../port"
import { lines, matrixAgents, matrixPaths, tabled } from "../state"
import { because, bot, ruleText, short, tone, word } from "../words"

export function MatrixPanel() {
  const answer = tabled.answer.value
  return (
    <>
      <h2>{p("matrix.title")}</h2>
      <div class="form two">
        <Lines id="matrix-agents" label={p("matrix.agents")} hint={p("onePerLine")} to={matrixAgents} rows={5} />
        <Lines id="matrix-paths" label={p("matrix.paths")} hint={p("matrix.paths-hint")} to={matrixPaths} rows={5} placeholder={"/\n/admin/"} />
      </div>
      <State of={tabled} />
      {answer && (
        <div class={tabled.busy.value ? "stale" : ""}>
          <CopyBar
            markdown={() => table([head("agent"), ...answer.targets], cells(answer))}
            csv={() => csv([[head("agent"), ...answer.targets], ...cells(answer)])}
            json={() => answer}
            command={() => command("matrix", ...each("-a", lines(matrixAgents.value)), ...each("-u", lines(matrixPaths.value)))}
          />
          <Scroll label={p("matrix.title")}>
            <table id="matrix" class="matrix">
              <thead><tr><th>{head("agent")}</th>{answer.targets.map((x) => <th key={x} title={x}><code>{short(x, 28)}</code></th>)}</tr></thead>
              <tbody>
                {answer.rows.map((r) => (
                  <tr key={r.agent}>
                    <th scope="row">{bot(r.agent)}</th>
                    {r.cells.map((c) => (
                      <td key={c.target} title={because(c, answer.source) + (c.rule ? ` · ${ruleText(c.rule)}` : "")}>
                        <span class={"badge " + tone(c)}>{word(c)}</span>
                        {c.rule && <button type="button" class="link at" aria-label={`${p("l", { line: c.rule.line })} · ${short(ruleText(c.rule))}`} onClick={() => reveal(c.rule!)}>{p("l", { line: c.rule.line })}</button>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <ul class="counts">{answer.counts.filter((c) => c.cells).map((c) => <li key={c.evidence}><span class="number">{c.cells}</span> {evidence(c.evidence)}</li>)}</ul>
          {answer.familiesLeft > 0 && <p class="faint">{p("matrix.left", { n: answer.familiesLeft })}</p>}
        </div>
      )}
    </>
  )
}

/** What a number of cells rests on. */
const evidence = (e: string) => (has("matrix." + e) ? t("matrix." + e) : p("evidence." + e))

const cells = (m: Matrix) => m.rows.map((r) => [bot(r.agent), ...r.cells.map((c) => word(c) + (c.rule ? ` (${p("line", { line: c.rule.line })})` : ""))])
