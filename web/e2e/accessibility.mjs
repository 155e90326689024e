// axe on each panel, in light and dark, wide and narrow; the keyboard; and pictures to be looked at.
import { AxeBuilder } from "@axe-core/playwright"
import { open, quiet, tab, want } from "./kit.mjs"

const names = ["verdict", "groups", "findings", "ai", "matrix", "compare", "sitemap", "selftest", "about"]

// axe takes seconds a panel. It sees all of them in light, and in the other dresses
// those that have colours or a frame of their own.
const sizes = [
  ["wide", { viewport: { width: 1440, height: 900 } }, "en", names],
  ["wide-dark", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }, "zh-Hans", ["verdict", "groups", "findings", "ai", "compare"]],
  ["phone", { viewport: { width: 360, height: 740 } }, "zh-Hant", ["editor", "verdict", "matrix"]],
]

/** Shows each panel with something in it. */
async function fill(page, name) {
  if (name === "compare") {
    await page.fill("#old", "User-agent: *\nDisallow: /admin/\nDisallow: /gone/\n")
    await quiet(page)
  }
  if (name === "sitemap") {
    await page.click("#sitemap-example")
    await quiet(page)
  }
  if (name === "selftest") await page.waitForSelector("#selftest")
  if (name === "about") await page.waitForSelector("#about section:nth-of-type(5)")
}

export async function accessibility({ base, shots, check }) {
  for (const [size, options, lang, scanned] of sizes) {
    await check(`axe finds nothing, ${size}`, async (page) => {
      await open(page, `${base}/?lang=${lang}`)
      await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
      const found = []
      const look = async (name) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        if (wide > 0) found.push(`${name} is ${wide} px wider than the screen`)
        await page.screenshot({ path: `${shots}/${size}-${name}.png` })
        if (!scanned.includes(name)) return
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const v of violations) found.push(`${name}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join(", ")}`)
      }
      if (size.startsWith("phone")) await look("editor")
      for (const name of names) {
        await tab(page, name)
        await fill(page, name)
        await look(name)
      }
      if (found.length) throw new Error([...new Set(found)].join("\n"))
    }, options)
  }

  await check("the tabs are worked by keys", async (page) => {
    await open(page, `${base}/?lang=en`)
    await page.focus("#tab-verdict")
    await page.keyboard.press("ArrowRight")
    want("right", await page.evaluate(() => document.activeElement.id), "tab-groups")
    await page.keyboard.press("End")
    want("end", await page.evaluate(() => document.activeElement.id), "tab-about")
    await page.keyboard.press("ArrowRight")
    want("round", await page.evaluate(() => document.activeElement.id), "tab-verdict")
    // The editor is not a trap.
    await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
    await page.click(".cm-content")
    await page.keyboard.press("Tab")
    want("out of the editor", await page.evaluate(() => document.activeElement.className !== "rich"), true)
  })

  await check("the page prints", async (page) => {
    await open(page, `${base}/?lang=en`)
    await page.emulateMedia({ media: "print" })
    want("tabs", await page.locator(".tabs").isVisible(), false)
    want("verdict", await page.locator("#verdict").isVisible(), true)
    await page.screenshot({ path: `${shots}/print.png`, fullPage: true })
  })
}
