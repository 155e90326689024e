// The page starts here.
import { render } from "preact"
import { App } from "./app"
import { held, quiet } from "./ask"
import { EXAMPLES } from "./examples"
import { LANGS, type Lang, speak } from "./i18n"
import { resolve } from "../say"
import { follow, keepMemory, recall } from "./link"
import { notice } from "./files"
import { p } from "./i18n"
import { load } from "./port"
import { restore, agent, target, text } from "./state"
import { isTheme, theme } from "./theme"
import { effect } from "@preact/signals"

async function start() {
  const memory = recall()
  if (isTheme(memory?.theme)) theme.value = memory.theme
  const wanted = new URLSearchParams(location.search).get("lang")
  const known = LANGS.find((l) => l === wanted) ?? (wanted ? resolve(wanted) : undefined)
  // A browser may list languages that the page does not speak before one that it does.
  const liked = navigator.languages.find((l) => /^(en|zh)\b/i.test(l))
  const first: Lang = known ?? LANGS.find((l) => l === memory?.lang) ?? resolve(liked)
  const spoken = speak(first)

  text.value = EXAMPLES[0].text
  agent.value = EXAMPLES[0].agent
  target.value = EXAMPLES[0].target
  if (memory?.state) restore(memory.state)
  const linked = await follow(location.hash)
  await spoken

  const root = document.getElementById("app")!
  root.replaceChildren()
  render(<App />, root)
  if (linked === "bad") notice.value = { text: p("badlink"), bad: true }
  keepMemory()
  effect(() => {
    document.body.dataset.quiet = quiet.value && held.value === 0 ? "1" : "0"
  })
  addEventListener("hashchange", async () => {
    const again = await follow(location.hash)
    if (again === "good") load(text.value)
    else if (again === "bad") notice.value = { text: p("badlink"), bad: true }
  })
  if ("serviceWorker" in navigator && isSecureContext) {
    navigator.serviceWorker.register("sw.js").then(
      () => navigator.serviceWorker.ready.then(() => (document.body.dataset.offline = "1")),
      () => {}, // without it the page works while it is connected
    )
  }
}

start().catch((e) => {
  // The sentences could not be loaded, so this is said in the one language that is here.
  const note = document.createElement("p")
  note.setAttribute("role", "alert")
  note.textContent = `The page could not start: ${e instanceof Error ? e.message : e}. Load it again when there is a connection.`
  document.querySelector("main")?.append(note)
})
