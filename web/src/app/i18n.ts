// The language of the page. The sentences are those of the core, which the command
// says too (msg-LANG.json), and those of the page (text/LANG.json). Both are data,
// and load when they are wanted.
import { signal } from "@preact/signals"
import { Language, LANGUAGES, type Tag } from "../say"

export { LANGUAGES as LANGS, type Tag as Lang }

/** Args of a sentence. A list becomes names with commas between. */
export type Values = Record<string, string | number | readonly string[]>

const packs = {
  en: () => import("./text/en.json"),
  "zh-Hans": () => import("./text/zh-Hans.json"),
  "zh-Hant": () => import("./text/zh-Hant.json"),
}

/** What is spoken, with its sentences. */
export const language = signal(new Language("en"))

export const lang = {
  get value() {
    return language.value.tag
  },
}

/** Loads a language and goes over to it. */
export async function speak(to: Tag) {
  const [core, page] = await Promise.all([fetch(`msg-${to}.json`).then((r) => r.json()), packs[to]()])
  language.value = new Language(to, core, { page: page.default })
  document.documentElement.lang = to
  document.title = t("page.title")
}

export const has = (key: string) => language.value.has(key)

/** The sentence of a key; the key itself if there is none, so that a slip shows, also to tests. */
export function t(key: string, values: Values = {}): string {
  if (!has(key)) document.body.dataset.missing = [document.body.dataset.missing, key].filter(Boolean).join(" ")
  const args: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values)) args[name] = typeof value === "object" ? list(value) : value
  return language.value.text(key, args)
}

/** A sentence of the page. */
export const p = (key: string, values?: Values) => t("page." + key, values)

export const list = (names: readonly string[]) => names.join(language.value.text("ai.comma"))
