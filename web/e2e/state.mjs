// Links, memory, files, long texts, and the page without a network.
import { clipped, open, quiet, read, tab, type, want } from "./kit.mjs"

export async function state({ base, check }) {
  await check("a link holds all that was typed", async (page) => {
    await open(page, `${base}/?lang=en`)
    const text = "# 判定\nUser-agent: LinkBot\nDisallow: /only-here/\n"
    await type(page, text)
    await page.fill("#agent", "LinkBot")
    await page.fill("#target", "/only-here/x")
    await quiet(page)
    await tab(page, "groups")
    const sent = []
    page.on("request", (r) => sent.push(r.url()))
    const link = await clipped(page, () => page.getByRole("button", { name: "Copy link" }).click())
    want("link", link, /\?lang=en#1\.[\w-]+$/)
    const other = await page.context().newPage()
    other.on("request", (r) => sent.push(r.url()))
    await open(other, link)
    await other.waitForSelector('body[data-editor="rich"]', { state: "attached" })
    want("text", (await other.locator(".cm-content").innerText()).trimEnd(), text.trimEnd())
    want("panel", await other.getAttribute("#tab-groups", "aria-selected"), "true")
    await tab(other, "verdict")
    want("verdict", await read(other, "#verdict .badge"), "disallowed")
    if (sent.some((u) => u.includes("#") || u.includes(link.split("#")[1]))) throw new Error("the text of the link was sent")
  }, { fresh: true })

  await check("a link that is damaged, or that unpacks to too much, is refused", async (page) => {
    await open(page, `${base}/?lang=en#1.AAAA_broken`)
    want("notice", await read(page, ".toast"), /damaged/)
    // 48 MiB of blanks in 48 KiB.
    const bomb = await page.evaluate(async () => {
      const zeros = new Blob(Array(6).fill(new Uint8Array(8 << 20).fill(32))).stream().pipeThrough(new CompressionStream("deflate-raw"))
      const octets = new Uint8Array(await new Response(zeros).arrayBuffer())
      let s = ""
      for (let i = 0; i < octets.length; i += 32768) s += String.fromCharCode(...octets.subarray(i, i + 32768))
      return btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
    })
    await page.click(".toast .link")
    await page.waitForSelector(".toast .bad", { state: "detached" })
    await page.evaluate((hash) => (location.hash = hash), "1." + bomb)
    await page.waitForSelector(".toast .bad:has-text('damaged')")
  })

  await check("nothing is remembered unless asked, and then until it is no longer", async (page) => {
    await open(page, `${base}/`)
    await type(page, "User-agent: KeptBot\nDisallow: /kept/\n")
    await page.waitForTimeout(500) // longer than what is remembered waits
    const kept = () => page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie].join())
    want("before", await kept(), "0,0,")
    await page.getByLabel("Remember").check()
    await page.selectOption('select[aria-label="Language"]', "zh-Hant")
    await page.waitForFunction(() => /zh-Hant.*KeptBot/s.test(localStorage.getItem("robots") ?? ""))
    await open(page, `${base}/`)
    want("language", await page.evaluate(() => document.documentElement.lang), "zh-Hant")
    await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
    want("text", await page.locator(".cm-content").innerText(), /KeptBot/)
    await page.getByLabel("記住").uncheck()
    await page.waitForFunction(() => localStorage.length === 0)
    want("after", await kept(), "0,0,")
  }, { fresh: true })

  for (const [locale, lang] of [["zh-TW", "zh-Hant"], ["zh-HK", "zh-Hant"], ["zh-CN", "zh-Hans"], ["de-DE", "en"]]) {
    await check(`a browser in ${locale} gets ${lang}`, async (page) => {
      await open(page, `${base}/`)
      want("html lang", await page.evaluate(() => document.documentElement.lang), lang)
    }, { locale })
  }

  await check("the page works without a network once it was loaded", async (page) => {
    await open(page, `${base}/?lang=en`)
    await page.waitForSelector('body[data-offline="1"]', { state: "attached" })
    await page.context().setOffline(true)
    await page.goto(`${base}/?lang=zh-Hans`)
    await quiet(page)
    await tab(page, "about")
    await page.waitForSelector("#about section:nth-of-type(5)")
    await tab(page, "selftest")
    await page.waitForSelector("#selftest.unchanged")
    await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
  }, { fresh: true })

  await check("a file can be dropped", async (page) => {
    await open(page, `${base}/?lang=en`)
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(["User-agent: DroppedBot\r\nDisallow: /dropped/\r\n"], "robots.txt", { type: "text/plain" }))
      document.querySelector(".page").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))
    })
    await page.waitForSelector(".health:has-text('1 group, 1 rule')")
  })
}
