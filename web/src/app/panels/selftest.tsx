// All vectors of the standard, run here and now by the very core that answers above.
import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { Selftest } from "../../protocol"
import { isProblem, once } from "../ask"
import { CopyBar, Scroll, Some, head, problem, table } from "../bits"
import { p, t } from "../i18n"

const result = signal<Selftest | undefined>(undefined)
const trouble = signal("")
const busy = signal(false)
const took = signal(0)

export async function run() {
  if (busy.value) return
  busy.value = true
  trouble.value = ""
  try {
    const lines = (await (await fetch("vectors.jsonl")).text()).split("\n").filter((x) => x.trim())
    const begun = performance.now()
    const answer = await once("selftest", { vectors: lines.map((x) => JSON.parse(x)) })
    took.value = performance.now() - begun
    if (isProblem(answer)) trouble.value = problem(answer)
    else result.value = answer
  } catch (e) {
    trouble.value = e instanceof Error ? e.message : String(e)
  }
  busy.value = false
}

export function SelftestPanel() {
  useEffect(() => {
    if (!result.value) void run()
  }, [])
  const r = result.value
  return (
    <>
      <h2>{p("selftest.title")}</h2>
      <p class="intro">{p("selftest.intro")}</p>
      <div class="bar">
        <button type="button" class="main" disabled={busy.value} onClick={() => void run()}>{p("selftest.run")}</button>
        {busy.value && <span class="waiting">{p("working")}</span>}
      </div>
      {trouble.value && <p class="problem" role="alert">{trouble.value}</p>}
      {r && (
        <>
          <p class={"outcome " + (r.passed === r.total ? "unchanged" : "changed")} id="selftest" data-passed={r.passed} data-total={r.total}>
            <strong>{r.passed === r.total ? t("selftest.passed", { n: r.total }) : t("selftest.failed", { failed: r.total - r.passed, total: r.total })}</strong>{" "}
            <span class="faint">{p("took", { ms: Math.round(took.value) })}</span>
          </p>
          <CopyBar markdown={() => table([head("clause"), head("total"), head("passed")], r.byClause.map((c) => [c.clause, c.total, c.passed]))} json={() => r} command={() => "robots selftest"} />
          {r.failures.length > 0 && (
            <ul class="findings">
              <Some of={r.failures} each={(f) => (
                <li class="finding error" key={f.id}>
                  <p class="top"><code>{f.id}</code> <strong>{f.title}</strong> <span class="faint">{f.clause} · {f.level}</span></p>
                  <p>{p("selftest.want")}: {f.want.verdict} · {f.want.basis} · {p("line", { line: f.want.line })}</p>
                  <p>{p("selftest.got")}: {f.got.verdict} · {f.got.basis} · {p("line", { line: f.got.line })}</p>
                  <p class="faint">{f.why}</p>
                </li>
              )} />
            </ul>
          )}
          <Scroll label={p("selftest.title")}>
            <table>
              <thead><tr><th>{head("clause")}</th><th class="number">{head("total")}</th><th class="number">{head("passed")}</th></tr></thead>
              <tbody>{r.byClause.map((c) => <tr key={c.clause}><th scope="row">{c.clause}</th><td class="number">{c.total}</td><td class="number">{c.passed}</td></tr>)}</tbody>
            </table>
          </Scroll>
        </>
      )}
    </>
  )
}
