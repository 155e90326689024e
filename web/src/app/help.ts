// What is said where the pointer rests, and how long a text may be.
import { MAX_TEXT } from "../client"
import { isProblem, once, whole } from "./ask"
import { has, list, p, t } from "./i18n"

export interface Help {
  title: string
  text: string[]
}

export const tooLong = (size: number) => size > MAX_TEXT

export function directiveHelp(key: string): Help | null {
  const name = key.trim().toLowerCase().replace(/^useragent$/, "user-agent")
  return { title: key.trim(), text: [p("directive." + (has("page.directive." + name) ? name : "unknown"))] }
}

/** What the catalogue knows of a crawler that a line names. */
export async function agentHelp(value: string): Promise<Help | null> {
  if (value === "*") return { title: "*", text: [p("directive.star")] }
  if (!value || value.length > 200 || !whole.value) return null
  const found = await once("agents", { agents: [value] })
  if (isProblem(found)) return null
  const a = found.agents[0]
  if (!a) return { title: value, text: [p("agent.unknown")] }
  return {
    title: `${a.token} · ${a.operator}`,
    text: [
      list(a.purposes.map((x) => t("ai.purpose." + x))),
      `${t("head.respects")}: ${t("agents.respects." + a.respects)} (${t("agents.evidence." + a.evidence.kind)}, ${a.evidence.date})`,
      ...(a.ignoresStar ? [t("agents.fact.deaf")] : []),
      ...(a.replacedBy ? [t("agents.fact.replaced", { token: a.replacedBy })] : []),
    ],
  }
}
