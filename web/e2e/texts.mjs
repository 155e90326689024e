// Long texts: they are answered, typing goes on meanwhile, and what is too long is refused.
import { open, quiet, read, want } from "./kit.mjs"

/** A robots.txt of about so many octets. */
function long(octets) {
  let s = "User-agent: *\n"
  for (let i = 0; s.length < octets; i++) s += `Disallow: /section-${i}/*/page-${i % 97}?id=${i}\n`
  return s.slice(0, s.lastIndexOf("\n", octets) + 1)
}

export async function texts({ base, check, say }) {
  await check("a text of 500 KiB is answered, and typing does not wait for it", async (page) => {
    await open(page, `${base}/?lang=en`)
    await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
    const drop = (text) => page.evaluate((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], "robots.txt", { type: "text/plain" }))
      const begun = performance.now()
      document.querySelector(".page").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))
      return new Promise((done, fail) => {
        const look = () => {
          const spent = performance.now() - begun
          if (/\d{4,} rules/.test(document.querySelector(".health").innerText)) done(spent)
          else if (spent > 60_000) fail(new Error("no answer in a minute: " + document.querySelector(".health").innerText))
          else setTimeout(look, 10)
        }
        look()
      })
    }, text)
    const first = await drop(long(500 * 1024))
    const rules = await read(page, ".health")
    // Typing while lint and proofs are under way: how long a key takes to be shown.
    await page.click(".cm-content")
    let slowest = 0
    for (let i = 0; i < 12; i++) {
      const begun = performance.now()
      await page.keyboard.type("x")
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      slowest = Math.max(slowest, performance.now() - begun)
    }
    await page.waitForTimeout(450) // until the last key is taken over, for the time to be that of one question
    const begun = performance.now()
    await page.fill("#target", "/section-77/x/page-77?id=77")
    await page.waitForSelector("#verdict .badge.no")
    const later = performance.now() - begun
    // And when there is nothing else to do.
    await page.waitForSelector('body[data-quiet="1"]', { state: "attached", timeout: 20_000 }).catch(() => {})
    const rested = performance.now()
    await page.fill("#target", "/elsewhere")
    await page.waitForSelector("#verdict .badge.ok")
    const rest = performance.now() - rested
    say({ name: "times", note: `500 KiB (${rules.split(" ·")[0]}): first answer ${Math.round(first)} ms, another verdict ${Math.round(later)} ms while fixes are proven and ${Math.round(rest)} ms after, slowest key ${Math.round(slowest)} ms` })
    if (slowest > 10_000) throw new Error(`a key took ${Math.round(slowest)} ms`)
  })

  await check("a text of 10 MiB is refused with a clear answer", async (page) => {
    await open(page, `${base}/?lang=en`)
    await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
    const before = await page.locator(".cm-content").innerText()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData("text/plain", "Disallow: /x\n".repeat((10 << 20) / 13))
      const target = document.querySelector(".rich").shadowRoot.querySelector(".cm-content")
      target.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
    })
    want("notice", await read(page, ".toast .bad"), /10\.0 MiB.*4\.0 MiB.*500 KiB/)
    want("text", await page.locator(".cm-content").innerText(), before)
    await quiet(page)
  })

  await check("a core that cannot be had is told", async (page, talk) => {
    await page.route("**/*.wasm", (route) => route.abort())
    await page.goto(`${base}/?lang=en`)
    await page.waitForSelector(".toast .bad")
    want("notice", await read(page, ".toast .bad"), /core cannot run/)
    talk.length = 0 // the browser tells of what could not be loaded
  }, { fresh: true, serviceWorkers: "block" })

  await check("the plain field does all the same", async (page) => {
    await open(page, `${base}/?lang=en`)
    await page.getByLabel("Plain text field").check()
    await page.waitForSelector("textarea.plain", { state: "visible" })
    await page.fill("textarea.plain", "User-agent: GPTBot\nDisallow: /plain/\n")
    await page.fill("#target", "/plain/")
    await quiet(page)
    want("verdict", await read(page, "#verdict .badge"), "disallowed")
    await page.getByLabel("Plain text field").uncheck()
    await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
    want("text", await page.locator(".cm-content").innerText(), /plain/)
  })
}
