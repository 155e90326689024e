// What the checks share.

/** Opens the page and waits until all that it wants to know is answered. */
export async function open(page, url) {
  await page.goto(url)
  await quiet(page)
}

/** Waits until all that was typed is taken over and nothing is asked any more. The page says so from the first key on. */
export async function quiet(page) {
  await page.waitForSelector('body[data-quiet="1"]', { state: "attached" })
}

export async function tab(page, name) {
  await page.click("#tab-" + name)
  await quiet(page)
}

/** Puts a text into the editor, in place of what is there. */
export async function type(page, text) {
  await page.waitForSelector('body[data-editor="rich"]', { state: "attached" })
  await page.click(".cm-content")
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.insertText(text)
  await quiet(page)
}

export function want(what, got, pattern) {
  const ok = pattern instanceof RegExp ? pattern.test(got) : got === pattern
  if (!ok) throw new Error(`${what}: got ${JSON.stringify(got)}, want ${pattern}`)
}

export const read = (page, selector) => page.locator(selector).first().innerText()

/** Clicks a button that copies, and returns what is in the clipboard. */
export async function copied(page, id) {
  return clipped(page, () => page.click(`[data-copy="${id}"]`))
}

/** Does what copies, and returns what is in the clipboard then: it is emptied before. */
export async function clipped(page, run) {
  await page.evaluate(() => navigator.clipboard.writeText(""))
  await run()
  // Not waitForFunction: a promise is true before it is kept.
  for (let end = Date.now() + 30_000; ; ) {
    const text = await page.evaluate(() => navigator.clipboard.readText())
    if (text || Date.now() > end) return text
    await page.waitForTimeout(20)
  }
}
