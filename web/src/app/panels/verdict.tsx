// May this crawler fetch this, and why.
import type { Answer, CheckAnswer, Engine, Rule, Trace } from "../../protocol"
import { Badge, CopyBar, Input, LineLink, RuleLink, Scroll, State, head, table } from "../bits"
import { command } from "../command"
import { list, p, t } from "../i18n"
import { agent, checked, elsewhere, engines, parsed, target } from "../state"
import { because, bot, ruleText, short, word } from "../words"

export function VerdictPanel() {
  const answer = checked.answer.value
  const one = answer?.answers[0]
  return (
    <>
      <h2>{p("verdict.title")}</h2>
      <div class="form two">
        <Input id="agent" label={p("verdict.agent")} hint={p("verdict.agent-hint")} to={agent} list="crawlers" />
        <Input id="target" label={p("verdict.target")} hint={p("verdict.target-hint")} to={target} />
      </div>
      <datalist id="crawlers">
        {suggestions().map((x) => <option value={x} key={x} />)}
      </datalist>
      {!agent.value.trim() && <p class="waiting">{p("verdict.none")}</p>}
      <State of={checked} />
      {one && (
        <div class={checked.busy.value ? "stale" : ""}>
          <Big of={one} />
          <CopyBar markdown={() => markdown(one)} json={() => answer} command={() => command("check", "-a", agent.value.trim(), "-u", target.value.trim() || "/", "--explain")} />
          {one.trace && <Steps of={one} trace={one.trace} />}
          <Elsewhere />
        </div>
      )}
    </>
  )
}

/** Crawlers to choose from: those that the file names, and well-known ones. */
function suggestions(): string[] {
  const named = (parsed.answer.value?.groups ?? []).flatMap((g) => g.userAgents.map((u) => u.token)).filter((x) => x && x !== "*")
  return [...new Set([...named.slice(0, 60), "Googlebot", "bingbot", "GPTBot", "OAI-SearchBot", "ClaudeBot", "PerplexityBot", "Bytespider", "Baiduspider", "*"])]
}

function Big({ of }: { of: CheckAnswer }) {
  return (
    <div class="answer" id="verdict">
      <p class="big"><Badge of={of} /> <span>{because(of, checked.answer.value?.source)}</span></p>
      <p>{of.rule ? <RuleLink rule={of.rule} /> : null}</p>
      <p class="faint">
        {of.given ? p("verdict.from", { token: of.token }) : of.agent === "*other*" ? p("verdict.other", { token: of.token }) : p("verdict.as", { token: of.token || "—" })}
      </p>
      {(of.word === "absent" || of.word === "unavailable" || of.word === "unrestricted" || of.word === "empty") && <p class="remark">{p("verdict.silence")}</p>}
    </div>
  )
}

function tokenSays(of: CheckAnswer, trace: Trace): string {
  const token = short(trace.token)
  if (of.agent === "*other*") return t("trace.token-other", { token })
  if (of.given) return t("trace.token-from", { token, given: short(of.given) })
  if (trace.whole) return t("trace.token-whole", { name: short(trace.name) })
  return trace.token ? t("trace.token-is", { token }) : t("trace.token-none", { name: short(trace.name) })
}

function groupsSay(trace: Trace): string {
  if (!trace.groups.length) return t(parsed.answer.value?.source.empty ? "trace.empty" : "trace.no-group")
  return t(trace.star ? "trace.star-served" : trace.otherStar ? "trace.star-idle" : "trace.named")
}

function Steps({ of, trace }: { of: CheckAnswer; trace: Trace }) {
  const kind = checked.answer.value!.source.kind
  const file = kind !== "document"
  return (
    <>
      <h3>{p("verdict.steps")}</h3>
      <ol class="steps">
        {file && <li><span class="step">{t("trace.file")}</span><div>{t("trace.file-" + kind)}</div></li>}
        <li><span class="step">{t("trace.token")}</span><div>{tokenSays(of, trace)}</div></li>
        <li><span class="step">{t("trace.target")}</span><div>
          {trace.normal && trace.normal !== trace.target ? t("trace.target-normal", { target: short(trace.target), normal: short(trace.normal) }) : short(trace.target)}
          {trace.dots && <p class="faint">{t("trace.target-dots")}</p>}
        </div></li>
        {!file && of.basis !== "robots-txt" && of.basis !== "invalid-url" && of.basis !== "out-of-scope" && (
          <>
            <li><span class="step">{t("trace.groups")}</span><div>
              <p>{groupsSay(trace)}</p>
              {trace.groups.slice(0, 8).map((g) => <p key={g.line}><LineLink line={g.line}>{g.line === g.endLine ? p("line", { line: g.line }) : p("lines", { from: g.line, to: g.endLine })}</LineLink></p>)}
              {trace.groups.length > 8 && <p class="faint">{t("trace.group-more", { n: trace.groups.length - 8 })}</p>}
              {trace.groups.length > 1 && <p>{t("trace.merged", { n: trace.groups.length })}</p>}
              {trace.joins.slice(0, 4).map((j) => <p class="remark" key={j.line}>{t("trace.joined", j)}</p>)}
            </div></li>
            <li><span class="step">{t("trace.rules")}</span><div>
              {trace.weighed.length ? <Weighed of={trace} /> : t("trace.no-rules")}
            </div></li>
          </>
        )}
        <li><span class="step">{t("trace.verdict")}</span><div><strong>
          {of.rule ? t("trace.final-rule", { verdict: word(of), line: of.rule.line }) : t("trace.final-other", { verdict: word(of), because: because(of, checked.answer.value?.source) })}
        </strong></div></li>
      </ol>
    </>
  )
}

/** The rules that were weighed: those that match first, then some of the others. */
function Weighed({ of }: { of: Trace }) {
  const all = [...of.weighed].sort((a, b) => rank(a) - rank(b)).slice(0, 40)
  const winner = of.weighed.find((x) => x.fate === "decides")
  const hidden = of.weighed.length - all.length + of.missesLeft
  return (
    <>
      <Scroll label={t("trace.rules")}>
        <table class="plain weighed">
          <tbody>
            {all.map((x) => (
              <tr key={x.from} class={x.fate === "decides" ? "decides" : x.matches ? "" : "faint"}>
                <td><RuleLink rule={x} /></td>
                <td class="number">{t("trace.octets", { n: x.octets })}</td>
                <td>{t("fate." + x.fate, { line: winner?.line ?? "" })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {hidden > 0 && <p class="faint">{t("trace.more-rules", { n: hidden })}</p>}
    </>
  )
}

const rank = (x: Rule & { fate: string; matches: boolean }) => (x.fate === "decides" ? 0 : x.matches ? 1 : 2)

/** What others make of it. */
function Elsewhere() {
  const answer = elsewhere.answer.value
  const all = answer ? [...answer.engines].sort((a, b) => Number(a.same) - Number(b.same)) : []
  const differ = all.filter((x) => !x.same)
  return (
    <details class="elsewhere" open={engines.value} onToggle={(e) => (engines.value = e.currentTarget.open)}>
      <summary><h3>{p("engines.title")}</h3>{answer && <span class="faint"> {differ.length ? p("engines.differ", { n: differ.length, total: all.length }) : p("engines.same", { n: all.length })}</span>}</summary>
      <State of={elsewhere} />
      {answer && (
        <Scroll label={p("engines.title")}>
          <table>
            <thead><tr><th>{p("engines.engine")}</th><th>{head("verdict")}</th><th>{head("because")}</th><th>{head("rule")}</th></tr></thead>
            <tbody>
              {all.map((x) => (
                <tr key={x.profile} class={x.same ? "" : "differs"}>
                  <th scope="row">{x.title}{!x.same && <span class="flag"> {p("engines.otherwise")}</span>}</th>
                  <td><Badge of={x} /></td>
                  <td>{because(x)}</td>
                  <td>{x.rule ? <RuleLink rule={x.rule} /> : "—"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <p class="faint">{p("engines.about")}</p>
    </details>
  )
}

function markdown(of: CheckAnswer): string {
  const rows = [[bot(of.agent), of.token, of.target, word(of), because(of, checked.answer.value?.source), of.rule ? ruleText(of.rule) : "—", of.rule?.line ?? "—"]]
  const others: Engine[] = (elsewhere.answer.value as Answer<"engines"> | undefined)?.engines.filter((x) => !x.same) ?? []
  const more = others.length ? "\n" + p("engines.title") + ": " + list(others.map((x) => `${x.title} (${word(x)})`)) + "\n" : ""
  return table(["agent", "text", "target", "verdict", "because", "rule", "line"].map((x) => (x === "text" ? t("trace.token") : head(x))), rows) + more
}
