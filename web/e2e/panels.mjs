// The main path of each panel, in each language.
import { copied, open, quiet, read, tab, type, want } from "./kit.mjs"

const words = {
  en: { html: "en", allowed: "allowed", disallowed: "disallowed", absent: "absent", unreachable: "unreachable", own: "its own group", title: "Verdict" },
  "zh-Hans": { html: "zh-Hans", allowed: "允许", disallowed: "禁止", absent: "没有文件", unreachable: "无法连接", own: "自己的组", title: "判定" },
  "zh-Hant": { html: "zh-Hant", allowed: "允許", disallowed: "禁止", absent: "沒有檔案", unreachable: "無法連線", own: "自己的群組", title: "判定" },
}

const TEXT = `User-agent: *
Disallow: /private/
Dissallow: /drafts/

User-agent: GPTBot
Crawl-delay: 5

User-agent: ClaudeBot
Disallow: /archive/
Allow: /archive/open$
Sitemap: https://news.example/sitemap.xml
`

export async function panels({ base, shots, check }) {
  for (const [lang, w] of Object.entries(words)) {
    const at = `${base}/?lang=${lang}`

    await check(`verdict in ${lang}`, async (page) => {
      await open(page, at)
      want("html lang", await page.evaluate(() => document.documentElement.lang), w.html)
      want("tab", await read(page, "#tab-verdict"), w.title)
      await type(page, TEXT)
      await page.fill("#agent", "Mozilla/5.0 (compatible; ClaudeBot/1.0; +https://example.com)")
      await page.fill("#target", "https://news.example/archive/x?y=1")
      await quiet(page)
      want("verdict", await read(page, "#verdict .badge"), w.disallowed)
      want("why", await read(page, "#verdict .big"), new RegExp(w.own))
      want("token", await read(page, "#verdict .faint"), /ClaudeBot/)
      want("rule", await read(page, "#verdict .rule"), /Disallow: \/archive\/.*9/s)
      want("line that is marked", await page.locator(".r-decides").innerText(), "Disallow: /archive/")
      want("steps", String(await page.locator(".steps > li").count()), "5")
      want("engines", String(await page.locator(".elsewhere tbody tr").count()), "15")
      want("command", await copied(page, "command"), /^robots check robots\.txt -a '.*ClaudeBot.*' -u 'https:\/\/news\.example\/archive\/x\?y=1' --explain$/)
      want("markdown", await copied(page, "markdown"), /Disallow: \/archive\//)
      want("json", JSON.parse(await copied(page, "json")).answers[0].verdict, "disallow")
      await page.fill("#target", "/archive/open")
      await quiet(page)
      want("verdict by the other rule", await read(page, "#verdict .badge"), w.allowed)
      await page.selectOption("#status", "404")
      await quiet(page)
      want("without a file", await read(page, "#verdict .badge"), w.absent)
      await page.selectOption("#status", "503")
      await quiet(page)
      want("with an error", await read(page, "#verdict .badge"), w.unreachable)
    })

    await check(`groups in ${lang}`, async (page) => {
      await open(page, at)
      await type(page, TEXT)
      await tab(page, "groups")
      want("groups", String(await page.locator("#groups > li").count()), "2")
      want("what joined", await read(page, "#groups .remark"), /5/)
      want("rules", String(await page.locator("#groups .disallow").count()), "2")
      await page.click("#groups .allow .link")
      await page.waitForFunction(() => document.querySelector(".rich").shadowRoot.activeElement !== null)
    })

    await check(`findings in ${lang}`, async (page) => {
      await open(page, at)
      await type(page, TEXT)
      await tab(page, "findings")
      const slip = page.locator("#f-misspelt-directive")
      want("finding", await slip.innerText(), /Dissallow/)
      want("proof", await read(page, "#f-misspelt-directive .proof"), /.+/)
      if ((await page.locator(".rich .cm-lintRange").count()) === 0) throw new Error("no squiggles")
      await page.click("#f-misspelt-directive .fix button")
      await quiet(page)
      want("after the fix", String(await slip.count()), "0")
      want("text", await page.locator(".cm-content").innerText(), /\nDisallow: \/drafts\//)
    })

    await check(`help at the pointer in ${lang}`, async (page) => {
      await open(page, at)
      await type(page, TEXT)
      const away = async () => {
        await page.mouse.move(1400, 880)
        await page.waitForSelector(".cm-tooltip-hover", { state: "detached" })
      }
      await page.hover(".r-key >> nth=1")
      await page.waitForSelector(".r-help")
      want("help for a record", await read(page, ".r-help"), /^Disallow\n.*RFC 9309 2\.2\.2/s)
      await away()
      await page.hover(".r-agent >> nth=1")
      await page.waitForSelector(".r-help:has-text('OpenAI')")
      await away()
      await page.hover(".r-unknown")
      await page.waitForSelector(".cm-diagnostic")
      await page.screenshot({ path: `${shots}/help-${lang}.png` })
      await page.click(".cm-diagnosticAction")
      await quiet(page)
      want("text after the quick fix", await page.locator(".cm-content").innerText(), /\nDisallow: \/drafts\//)
    })

    await check(`AI crawlers in ${lang}`, async (page) => {
      await open(page, at)
      await type(page, "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nContent-Signal: ai-train=no\nDisallow: /cart/\n")
      await tab(page, "ai")
      await page.fill("#ai-paths", "/\n/cart/")
      await quiet(page)
      want("rows", String(await page.locator("#ai-table tbody tr").count()), "10")
      want("GPTBot", await read(page, "#ai-table tbody tr:has-text('GPTBot') .badge"), new RegExp(w.disallowed))
      want("use", await read(page, "#ai-table tbody tr:has-text('ClaudeBot') td:last-child"), /ai-train|train/)
      for (const [status, word] of [["404", w.absent], ["503", w.unreachable]]) {
        await page.check(`#ai-status input[value="${status}"]`)
        await quiet(page)
        const all = await page.locator("#ai-table .badge").allInnerTexts()
        if (!all.length || all.some((x) => x !== word)) throw new Error(`with ${status} the table says ${[...new Set(all)]}, want ${word}`)
      }
      await page.check('#ai-status input[value="200"]')
      await page.selectOption("#ai-panel", "engines")
      await quiet(page)
      want("another panel", await read(page, "#ai-table tbody th"), "Googlebot")
    })

    await check(`matrix in ${lang}`, async (page) => {
      await open(page, at)
      await tab(page, "matrix")
      await page.fill("#matrix-agents", "GPTBot\nbingbot\n*")
      await page.fill("#matrix-paths", "/\n/admin/\n/archive/")
      await quiet(page)
      want("cells", String(await page.locator("#matrix td").count()), "9")
      want("cell", await read(page, "#matrix tr:has-text('bingbot') td:nth-of-type(2)"), new RegExp(w.disallowed))
      want("markdown", await copied(page, "markdown"), /^\| .* \| \/ \| \/admin\/ \| \/archive\/ \|\n\| --- /)
      want("csv", await copied(page, "csv"), /,\/,\/admin\/,\/archive\/\r\nGPTBot,/)
    })

    await check(`comparison in ${lang}`, async (page) => {
      await open(page, at)
      await tab(page, "compare")
      await page.click("#take-old")
      await quiet(page)
      want("the same", await page.getAttribute("#outcome", "class"), /unchanged/)
      await type(page, "User-agent: *\nDisallow: /admin\n")
      want("changed", await page.getAttribute("#outcome", "class"), / changed/)
      if ((await page.locator(".structure li").count()) < 3) throw new Error("no changes of lines are shown")
      await page.locator(".flips .link").first().click()
      await quiet(page)
      want("witness", await page.inputValue("#target"), /^\//)
    })

    await check(`sitemap in ${lang}`, async (page) => {
      await open(page, at)
      await tab(page, "sitemap")
      await page.click("#sitemap-example")
      await quiet(page)
      want("outcome", await read(page, "#sitemap-outcome"), /2.*4|4.*2/)
      want("grounds", String(await page.locator(".panel tbody tr").count()), "2")
    })

    await check(`self-test in ${lang}`, async (page) => {
      await open(page, at)
      await tab(page, "selftest")
      await page.waitForSelector("#selftest")
      const [passed, total] = await page.evaluate(() => {
        const { passed, total } = document.getElementById("selftest").dataset
        return [Number(passed), Number(total)]
      })
      if (total < 400 || passed !== total) throw new Error(`${passed} of ${total} vectors passed`)
    })

    await check(`about in ${lang}`, async (page) => {
      await open(page, at)
      await tab(page, "about")
      await page.waitForSelector("#about section:nth-of-type(5)")
      want("text", await read(page, "#about"), /RFC 9309/)
      want("libraries", await read(page, "#about"), /CodeMirror.*MIT/s)
    })
  }
}
