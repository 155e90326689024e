// The sentences: those of the core, which the command says too (msg-LANG.json),
// and those of the page (text/LANG.json). Both are data and load when they are wanted.
import { computed, signal } from "@preact/signals"

export const LANGS = ["en", "zh-Hans", "zh-Hant"] as const
export type Lang = (typeof LANGS)[number]

/** Args of a sentence. A list becomes names with commas between. */
export type Values = Record<string, string | number | readonly string[]>

interface Tree {
  [key: string]: string | Tree
}

const packs = {
  en: () => import("./text/en.json"),
  "zh-Hans": () => import("./text/zh-Hans.json"),
  "zh-Hant": () => import("./text/zh-Hant.json"),
}

export const lang = signal<Lang>("en")
const sentences = signal<Tree>({})

/** The language for tags of BCP 47, as package msg finds it: Taiwan, Hong Kong and Macao write traditional characters. */
export function resolve(tags: readonly (string | null | undefined)[]): Lang {
  for (const tag of tags) {
    if (!tag) continue
    const parts = tag.toLowerCase().split(/[-_.@]/)
    if (parts[0] === "en") return "en"
    if (parts[0] !== "zh") continue
    if (parts.includes("hans")) return "zh-Hans"
    return parts.some((p) => ["hant", "tw", "hk", "mo"].includes(p)) ? "zh-Hant" : "zh-Hans"
  }
  return "en"
}

/** Loads a language and goes over to it. */
export async function speak(to: Lang) {
  const [core, page] = await Promise.all([fetch(`msg-${to}.json`).then((r) => r.json()), packs[to]()])
  sentences.value = { ...core, page: page.default as Tree }
  lang.value = to
  document.documentElement.lang = to
  document.title = t("page.title")
}

function find(key: string): string | undefined {
  let at: string | Tree | undefined = sentences.value
  for (const part of key.split(".")) {
    if (typeof at !== "object") return undefined
    at = at[part]
  }
  return typeof at === "string" ? at : undefined
}

export const has = (key: string) => find(key) !== undefined

/** The sentence of a key; the key itself if there is none, so that a slip shows, also to tests. */
export function t(key: string, values: Values = {}): string {
  const pattern = find(key)
  if (pattern !== undefined) return expand(pattern, values)
  document.body.dataset.missing = [document.body.dataset.missing, key].filter(Boolean).join(" ")
  return key
}

/** A sentence of the page. */
export const p = (key: string, values?: Values) => t("page." + key, values)

const comma = computed(() => find("ai.comma") ?? ", ")

export const list = (names: readonly string[]) => names.join(comma.value)

function shown(value: Values[string]): string {
  return typeof value === "object" ? list(value) : String(value)
}

/** Fills placeholders in the way of package msg: {name}, {n|one|many}, {name?a:text|*:text}. */
export function expand(pattern: string, values: Values): string {
  let out = ""
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] !== "{") {
      out += pattern[i]
      continue
    }
    const end = closing(pattern, i + 1)
    if (end < 0) return out + pattern.slice(i)
    out += fill(pattern.slice(i + 1, end), values)
    i = end
  }
  return out
}

function fill(inside: string, values: Values): string {
  const at = inside.search(/[|?]/)
  const name = at < 0 ? inside : inside.slice(0, at)
  if (!Object.hasOwn(values, name)) return `{${inside}}`
  const value = shown(values[name])
  if (at < 0) return value
  const branches = split(inside.slice(at + 1))
  if (inside[at] === "|") return branches.length < 2 || value === "1" ? branches[0] : branches[1]
  for (const branch of branches) {
    const colon = branch.indexOf(":")
    const when = branch.slice(0, colon)
    if (when === value || when === "*") return expand(branch.slice(colon + 1), values)
  }
  return value
}

function closing(s: string, from: number): number {
  let depth = 0
  for (let i = from; i < s.length; i++) {
    if (s[i] === "{") depth++
    else if (s[i] === "}" && depth-- === 0) return i
  }
  return -1
}

function split(s: string): string[] {
  const all = [""]
  let depth = 0
  for (const c of s) {
    if (c === "{") depth++
    if (c === "}") depth--
    if (c === "|" && depth === 0) all.push("")
    else all[all.length - 1] += c
  }
  return all
}
