// The page may load its own files and nothing else. That is shown by trying, with
// the headers of the handler, and from a plain folder, where the page says it itself.
import { open, tab, want } from "./kit.mjs"

export async function policy({ base, folder, check }) {
  for (const [how, at] of [["headers", base], ["a meta element", folder]]) {
    await check(`what is typed cannot leave the page, by ${how}`, async (page, talk) => {
      await open(page, `${at}/?lang=en`)
      const tried = await page.evaluate(async () => {
        const refused = []
        document.addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective))
        const elsewhere = "http://127.0.0.1:9/"
        const results = {}
        results.fetch = await fetch(elsewhere).then(() => "went", () => "refused")
        results.beacon = navigator.sendBeacon(elsewhere, "x")
        try {
          new WebSocket("ws://127.0.0.1:9/")
        } catch {}
        const image = new Image()
        image.src = elsewhere
        const script = document.createElement("script")
        script.src = elsewhere + "x.js"
        document.head.append(script)
        const inline = document.createElement("script")
        inline.textContent = "window.broken = 1"
        document.head.append(inline)
        const frame = document.createElement("iframe")
        frame.src = elsewhere
        document.body.append(frame)
        const form = document.createElement("form")
        form.action = elsewhere
        form.target = "_blank"
        document.body.append(form)
        form.submit()
        // A debugger may evaluate what it likes, so this is done on a timer.
        await new Promise((done) => setTimeout(() => {
          try {
            results.eval = (0, eval)("1 + 1")
          } catch {
            results.eval = "refused"
          }
          done()
        }, 0))
        const all = ["connect-src", "img-src", "script-src-elem", "frame-src", "form-action"]
        for (let i = 0; i < 300 && !all.every((what) => refused.includes(what)); i++) await new Promise((done) => setTimeout(done, 50))
        return { ...results, inline: window.broken ?? "refused", refused: [...new Set(refused)].sort() }
      })
      want("fetch", tried.fetch, "refused")
      want("eval", tried.eval, "refused")
      want("inline script", tried.inline, "refused")
      for (const what of ["connect-src", "img-src", "script-src-elem", "frame-src", "form-action"]) {
        if (!tried.refused.includes(what)) throw new Error(`${what} was not refused; refused were ${tried.refused}`)
      }
      talk.length = 0 // the browser has told of each of them, as it should
    })
  }

  await check("the page in a plain folder asks for its own files only", async (page) => {
    const asked = new Set()
    page.on("request", (r) => asked.add(new URL(r.url()).origin))
    await open(page, `${folder}/?lang=en`)
    for (const name of ["groups", "findings", "ai", "matrix", "compare", "sitemap", "selftest", "about"]) await tab(page, name)
    want("origins", [...asked].join(), new URL(folder).origin)
  })

  await check("the headers are those that are promised", async (page) => {
    const answer = await page.goto(`${base}/`)
    const headers = answer.headers()
    want("policy", headers["content-security-policy"], /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; /)
    want("type", headers["content-type"], "text/html; charset=utf-8")
    want("referrer", headers["referrer-policy"], "no-referrer")
  })
}
