// What is probably not meant, why, and how it is mended, with the proof that the mend changes no answer.
import { signal } from "@preact/signals"
import type { Finding, Fix, Lint } from "../../protocol"
import { isProblem, once } from "../ask"
import { CopyBar, LineLink, Some, State, problem, table } from "../bits"
import { command } from "../command"
import { notice } from "../files"
import { p, t } from "../i18n"
import { load, port, reveal } from "../port"
import { findings, linted, profile, proven, site, status, text } from "../state"
import { findingKey, fixChanges, fixProof, fixText, tell, severity } from "../words"

const least = signal<"info" | "warning" | "error">("info")
const ranks = { error: 2, warning: 1, info: 0 }

export function Findings() {
  const answer = findings.value
  const shown = answer?.findings.filter((f) => ranks[f.severity] >= ranks[least.value]) ?? []
  const safe = answer?.proven ? answer.findings.filter((f) => f.fixes.some((x) => x.safety === "safe")).length : 0
  return (
    <>
      <h2>{p("findings.title")}</h2>
      {status.value !== 200 && <p class="remark">{p("findings.nofile")}</p>}
      <State of={linted} />
      {answer && (
        <div class={linted.busy.value && proven.busy.value ? "stale" : ""}>
          <div class="bar">
            <span id="summary">{p("health", answer.summary)}</span>
            <select aria-label={p("findings.least")} value={least.value} onChange={(e) => (least.value = e.currentTarget.value as "info")}>
              {(["info", "warning", "error"] as const).map((x) => <option value={x} key={x}>{p("findings.from-" + x)}</option>)}
            </select>
            {safe > 0 && <button type="button" class="main" id="fix-all" onClick={() => void mend()}>{p("findings.fixall", { n: safe })}</button>}
            <span class="faint">{answer.proven ? p("findings.proven") : p("findings.proving")}</span>
          </div>
          <CopyBar markdown={() => markdown(answer)} json={() => answer} command={() => command("lint")} />
          {answer.findings.length === 0 && <p class="good">{p("findings.clean")}</p>}
          <ul class="findings" id="findings">
            <Some of={shown} first={60} each={(f, i) => <Item key={findingKey(f, i)} of={f} />} />
          </ul>
        </div>
      )}
    </>
  )
}

function Item({ of: f }: { of: Finding }) {
  return (
    <li class={"finding " + f.severity} id={"f-" + f.code}>
      <p class="top">
        <span class={"badge " + (f.severity === "error" ? "no" : f.severity === "warning" ? "warn" : "info")}>{severity(f.severity)}</span>
        <strong>{tell(f, "title")}</strong>
        <button type="button" class="link" onClick={() => reveal(f.span)}>{p("line", { line: f.span.line })}</button>
        <code class="code">{f.code}</code>
      </p>
      <p>{tell(f, "message")}{f.related.length > 0 && <span class="faint"> ({p("findings.related")} {f.related.slice(0, 5).map((r, i) => <>{i > 0 && t("ai.comma")}<LineLink key={r.offset} line={r.line} /></>)})</span>}</p>
      <p class="faint">{tell(f, "why")}</p>
      <p><span class="label">{t("lint.help")}</span> {tell(f, "fix")}</p>
      {f.fixes.map((x, i) => <Mend key={i} of={x} />)}
    </li>
  )
}

function Mend({ of: x }: { of: Fix }) {
  return (
    <div class="fix">
      <button type="button" class="small" disabled={port.value?.get() !== text.value} onClick={() => port.value?.edit(x.edits.map((e) => ({ from: e.span.from, to: e.span.to, insert: e.new })))}>{p("findings.apply")}</button>
      <span>{fixText(x)} <span class={"proof " + x.safety}>{fixProof(x)}</span>
        {fixChanges(x).map((c) => <span class="change" key={c}>{c}</span>)}
      </span>
    </div>
  )
}

/** Makes all fixes that are proven safe. */
async function mend() {
  const asked = text.value
  const url = site.value.trim()
  const answer = await once("fix", { robots: asked, profile: profile.value, ...(url && { robots_url: url }) })
  if (isProblem(answer)) notice.value = { text: problem(answer), bad: true }
  else if (text.value === asked) {
    load(answer.text)
    notice.value = { text: p("findings.fixed", { n: answer.fixes, answer: t("answer." + answer.proof.answer) }) }
  }
}

function markdown(of: Lint): string {
  return table([t("head.line"), t("lint.severity"), "code", t("lint.about"), t("lint.help")], of.findings.map((f) => [f.span.line, severity(f.severity), f.code, tell(f, "message"), tell(f, "fix")]))
}
