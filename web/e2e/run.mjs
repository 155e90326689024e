// Opens the page in a browser and uses it. It prints a line of JSON for each
// check: {"name", "ok", "why"}; page_test.go makes tests of them.
//
//	node e2e/run.mjs URL-WITH-HEADERS URL-OF-A-PLAIN-FOLDER FOLDER-FOR-SHOTS [PART-OF-A-NAME]
import { mkdirSync, rmSync } from "node:fs"
import { chromium } from "playwright-core"
import { accessibility } from "./accessibility.mjs"
import { panels } from "./panels.mjs"
import { policy } from "./policy.mjs"
import { state } from "./state.mjs"
import { texts } from "./texts.mjs"

const [base, folder, shots, only = ""] = process.argv.slice(2)
rmSync(shots, { recursive: true, force: true }) // the pictures are those of this run
mkdirSync(shots, { recursive: true })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
})

// Whatever hangs, the run ends.
setTimeout(() => {
  say({ name: "the run ends in time", ok: false, why: "it took more than 20 minutes" })
  process.exit(1)
}, 1_200_000).unref()

const say = (line) => console.log(JSON.stringify(line))

// Pages share a browser's caches, as those of a reader do, unless a check wants a fresh one.
const contexts = new Map()

function contextFor({ fresh, ...options }) {
  const make = () => browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", permissions: ["clipboard-read", "clipboard-write"], ...options })
  if (fresh) return make()
  const key = JSON.stringify(options)
  if (!contexts.has(key)) contexts.set(key, make())
  return contexts.get(key)
}

/** One check: it passes unless it throws, or the page has said something on the console or asked for what is not its own. */
async function check(name, run, options = {}) {
  if (!name.includes(only)) return
  const context = await contextFor(options)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const talk = []
  const begun = performance.now()
  page.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") talk.push(`${m.type()}: ${m.text()}`)
  })
  page.on("pageerror", (e) => talk.push(`thrown: ${e.message}`))
  page.on("request", (r) => {
    if (![base, folder].some((own) => r.url().startsWith(own)) && !r.url().startsWith("blob:")) talk.push(`asks for ${r.url()}`)
  })
  try {
    await run(page, talk)
    const missing = await page.evaluate(() => document.body.dataset.missing ?? "")
    if (missing) throw new Error(`sentences that are missing: ${missing}`)
    if (talk.length) throw new Error(talk.join("; "))
    say({ name, ok: true, ms: Math.round(performance.now() - begun) })
  } catch (e) {
    await page.screenshot({ path: `${shots}/failed-${name.replace(/\W+/g, "-")}.png` }).catch(() => {})
    say({ name, ok: false, why: String(e?.message ?? e).slice(0, 2000) })
  } finally {
    await (options.fresh ? context : page).close()
  }
}

const kit = { base, folder, shots, check, say }
try {
  // Two at a time, for much of it is waiting. Those of the first row use the one
  // clipboard, and times are taken when nothing else runs.
  await Promise.all([
    panels(kit).then(() => state(kit)),
    accessibility(kit).then(() => policy(kit)),
  ])
  await texts(kit)
  say({ name: "all checks were made", ok: true })
} finally {
  await browser.close()
}
