// The file as a crawler reads it: groups, their names and rules, what was joined, and all other lines.
import type { FileRecord, Group, Parse } from "../../protocol"
import { CopyBar, LineLink, Some, State, table } from "../bits"
import { command } from "../command"
import { list, p, t } from "../i18n"
import { reveal } from "../port"
import { grouped } from "../state"
import { rejected, ruleText, short } from "../words"

export function Groups() {
  const answer = grouped.answer.value
  return (
    <>
      <h2>{p("groups.title")}</h2>
      <p class="intro">{p("groups.intro")}</p>
      <State of={grouped} />
      {answer && (
        <div class={grouped.busy.value ? "stale" : ""}>
          <CopyBar markdown={() => markdown(answer)} json={() => answer} command={() => command("parse")} />
          {answer.source.kind !== "document" && <p class="remark">{t("trace.file-" + answer.source.kind)}</p>}
          {answer.source.rejected && <p class="remark">{t("because.rejected", { reason: rejected(answer.source.rejected) })}</p>}
          {answer.source.kind === "document" && !answer.groups.length && <p class="remark">{p("groups.none")}</p>}
          <ul class="tree" id="groups">
            <Some of={answer.groups} each={(g, i) => <GroupItem key={g.line} of={g} n={i + 1} all={answer.groups} />} />
          </ul>
          <Records title={p("groups.sitemaps")} of={answer.sitemaps} />
          <Records title={p("groups.records")} of={answer.records.filter((r) => r.directive !== "unknown" && r.directive !== "junk")} />
          <Records title={p("groups.unknown")} of={answer.records.filter((r) => r.directive === "unknown" || r.directive === "junk")} />
        </div>
      )}
    </>
  )
}

/** Other groups that name one of the same crawlers: they are read as one. */
function twins(g: Group, all: Group[]): { token: string; line: number }[] {
  const mine = new Set(g.userAgents.map((u) => u.token.toLowerCase()).filter(Boolean))
  const found: { token: string; line: number }[] = []
  for (const other of all) {
    if (other === g) continue
    const shared = other.userAgents.find((u) => mine.has(u.token.toLowerCase()))
    if (shared) found.push({ token: shared.token, line: other.line })
    if (found.length === 5) break
  }
  return found
}

function GroupItem({ of: g, n, all }: { of: Group; n: number; all: Group[] }) {
  const names = g.userAgents.map((u) => (u.token === "*" ? "*" : u.token || short(u.value, 30)))
  const joined = g.userAgents.filter((u) => u.joined)
  const same = all.length <= 400 ? twins(g, all) : []
  return (
    <li>
      <details open={n <= 12 && g.ruleCount <= 60}>
        <summary>
          <strong>{list(names.slice(0, 8))}{names.length > 8 ? " …" : ""}</strong>{" "}
          <span class="faint">{t("parse.group", { n })} · {p("lines", { from: g.line, to: g.endLine })} · {p("groups.rules", { n: g.ruleCount })}</span>
        </summary>
        <ul>
          {g.userAgents.map((u) => (
            <li key={u.from}>
              <button type="button" class="link" onClick={() => reveal(u)}><code>User-agent: {short(u.value)}</code></button>{" "}
              <span class="faint">{u.token === "*" ? t("parse.everybody") : u.token ? (u.token === u.value ? "" : t("parse.names", { token: u.token })) : t("parse.nobody")}</span>
            </li>
          ))}
          {joined.map((u) => <li class="remark" key={"j" + u.from}><LineLink line={u.line} />{" "}{t("parse.joined", { line: u.joined! })}</li>)}
          {same.map((x) => <li class="remark" key={"s" + x.line}>{p("groups.twin", { token: x.token })} <LineLink line={x.line} /></li>)}
          {g.rules.length === 0 && <li class="faint">{p("groups.norule")}</li>}
          <Some of={g.rules} each={(r) => (
            <li key={r.from} class={r.directive === "Allow" ? "allow" : "disallow"}>
              <button type="button" class="link" onClick={() => reveal(r)}><code>{short(ruleText(r))}</code></button>{" "}
              <span class="faint">{p("line", { line: r.line })}{r.normal ? " · " + t("parse.compared", { normal: short(r.normal) }) : ""}{r.pattern === "" ? " · " + t("parse.restricts-nothing") : !/^[/*]/.test(r.pattern) ? " · " + t("parse.never") : ""}</span>
            </li>
          )} />
        </ul>
      </details>
    </li>
  )
}

function Records({ title, of }: { title: string; of: FileRecord[] }) {
  if (!of.length) return null
  return (
    <>
      <h3>{title} <span class="count">{of.length}</span></h3>
      <ul class="records">
        <Some of={of} first={50} each={(r) => (
          <li key={r.from}>
            <button type="button" class="link" onClick={() => reveal(r)}><code>{short(r.key ? `${r.key}: ${r.value}` : r.value || "…")}</code></button>{" "}
            <span class="faint">{p("line", { line: r.line })}{r.directive === "junk" ? " · " + t("parse.junk") : r.directive === "unknown" ? " · " + t("parse.unknown") : ""}</span>
          </li>
        )} />
      </ul>
    </>
  )
}

function markdown(of: Parse): string {
  return of.groups.map((g) => `- ${list(g.userAgents.map((u) => "`" + short(u.value) + "`"))} (${p("lines", { from: g.line, to: g.endLine })})\n` + g.rules.map((r) => `  - \`${short(ruleText(r))}\` (${p("line", { line: r.line })})\n`).join("")).join("") +
    (of.sitemaps.length ? "\n" + table([p("groups.sitemaps"), t("head.line")], of.sitemaps.map((s) => [s.value, s.line])) : "")
}
