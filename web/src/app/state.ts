// What the reader has typed and chosen, and the answers that follow from it.
import { batch, computed, effect, signal } from "@preact/signals"
import type { SourceQuestion } from "../protocol"
import { slot } from "./ask"

export const PANELS = ["verdict", "groups", "findings", "ai", "matrix", "compare", "sitemap", "selftest", "about"] as const
export type Panel = (typeof PANELS)[number]

export const text = signal("")
export const status = signal(200)
export const profile = signal("rfc9309")
export const site = signal("")
export const panel = signal<Panel>("verdict")
/** On a phone there is room for the editor or for a panel. */
export const editing = signal(true)

export const agent = signal("GPTBot")
export const target = signal("/")
export const engines = signal(true) // whether the other engines are shown
export const aiPanel = signal("five")
export const aiAgents = signal("")
export const aiPaths = signal("")
export const matrixAgents = signal("Googlebot\nbingbot\nGPTBot\nClaudeBot\nPerplexityBot\n*")
export const matrixPaths = signal("")
export const old = signal("")
export const sitemap = signal("")
export const sitemapUrl = signal("")
export const sitemapAgents = signal("Googlebot\nbingbot\n*")

/** What a link may hold and what may be remembered, by short names. */
export const kept = {
  t: text, s: status, r: profile, f: site, p: panel, a: agent, u: target,
  ap: aiPanel, aa: aiAgents, au: aiPaths, ma: matrixAgents, mu: matrixPaths,
  o: old, m: sitemap, mf: sitemapUrl, sa: sitemapAgents,
} as const
const defaults = new Map(Object.entries(kept).map(([k, s]) => [k, s.value]))

/** What differs from the state of a page that was just opened. */
export function snapshot(): Record<string, string | number> {
  const all: Record<string, string | number> = {}
  for (const [key, s] of Object.entries(kept)) {
    if (s.value !== defaults.get(key)) all[key] = s.value
  }
  return all
}

/** Takes over a snapshot; what it lacks is as at first. What is of the wrong kind is passed over: a link may come from anybody. */
export function restore(from: unknown) {
  if (typeof from !== "object" || from === null) return
  const given = from as Record<string, unknown>
  batch(() => {
    for (const [key, s] of Object.entries(kept)) {
      let value = Object.hasOwn(given, key) ? given[key] : undefined
      if (typeof value !== typeof s.value) value = defaults.get(key)
      if (key === "p" && !(PANELS as readonly unknown[]).includes(value)) continue
      if (key === "s" && !STATUSES.includes(value as number)) continue
      ;(s as { value: unknown }).value = value
    }
  })
}

/** 200 is the text; the others come in its place. */
export const STATUSES = [200, 404, 403, 503]

/** Lines of a field, without blank ones and repeats. */
export const lines = (s: string) => [...new Set(s.split(/\r?\n/).map((x) => x.trim()).filter(Boolean))].slice(0, 200)

const source = computed<SourceQuestion>(() => ({
  robots: text.value,
  status: status.value,
  profile: profile.value,
  ...(goodSite.value && { robots_url: goodSite.value }),
}))

const goodSite = computed(() => (/^https?:\/\/[^\s/]+/i.test(site.value.trim()) ? site.value.trim() : ""))

const on = (name: Panel) => panel.value === name
const big = computed(() => text.value.length > 100_000)

export const parsed = slot("parse", 1, () => ({ ...source.value, brief: true }))
export const checked = slot("check", 2, () => {
  if (!agent.value.trim()) return null
  return { ...source.value, agents: [agent.value.trim()], targets: [target.value.trim() || "/"], explain: true }
})
export const grouped = slot("parse", 3, () => (on("groups") ? source.value : null))
export const linted = slot("lint", 4, () => (status.value === 200 ? source.value : null))
export const compared = slot("diff", 5, () => (on("compare") && old.value ? { old: old.value, new: text.value, profile: profile.value } : null))
export const asked = slot("ai", 5, () => {
  if (!on("ai")) return null
  const agents = lines(aiAgents.value)
  const targets = lines(aiPaths.value)
  return { ...source.value, ...(agents.length ? { agents } : { panel: aiPanel.value }), ...(targets.length && { targets }) }
})
export const tabled = slot("matrix", 5, () => {
  const agents = lines(matrixAgents.value)
  const targets = lines(matrixPaths.value)
  if (!on("matrix") || !agents.length) return null
  return { ...source.value, agents, ...(targets.length && { targets }) }
})
export const listed = slot("sitemap", 5, () => {
  const agents = lines(sitemapAgents.value)
  if (!on("sitemap") || !sitemap.value.trim() || !agents.length) return null
  const url = sitemapUrl.value.trim()
  return { ...source.value, sitemap: sitemap.value, ...(url && { sitemap_url: url }), agents }
})
export const elsewhere = slot("engines", 6, () => {
  if (!on("verdict") || !engines.value || !agent.value.trim()) return null
  return { ...source.value, agent: agent.value.trim(), target: target.value.trim() || "/" }
})
export const proven = slot("prove-fixes", 9, () => (status.value === 200 ? source.value : null))

/** Findings with proofs as soon as there are any, else without. */
export const findings = computed(() => {
  const proof = proven.answer.value
  return proof && !proven.busy.value ? proof : linted.answer.value
})

/** A long text is read fifteen times over for the other engines: only if asked to. */
let wasBig = false
effect(() => {
  if (big.value && !wasBig) engines.value = false
  wasBig = big.value
})
