// Texts that come in: dropped files, chosen files, examples. Nothing goes out.
import { signal } from "@preact/signals"
import { tooLong } from "./help"
import { MAX_TEXT } from "../client"
import { p } from "./i18n"
import { load } from "./port"
import { status } from "./state"

export interface Notice {
  text: string
  bad?: boolean
}

/** What the page has to say at the moment. */
export const notice = signal<Notice | null>(null)

export const size = (n: number) => (n < 10_000 ? `${n} B` : n < 1 << 20 ? `${Math.round(n / 1024)} KiB` : `${(n / (1 << 20)).toFixed(1)} MiB`)

/** Says that a text is too long to be taken. */
export function refuse(n: number) {
  notice.value = { text: p("toolong", { size: size(n), limit: size(MAX_TEXT) }), bad: true }
}

/** Reads a file as crawlers do: octets that are no UTF-8 become U+FFFD, a byte order mark stays. */
export async function read(file: File, limit = MAX_TEXT): Promise<string | undefined> {
  if (file.size > limit) {
    notice.value = { text: p("toolong", { size: size(file.size), limit: size(limit) }), bad: true }
    return undefined
  }
  return decode(new Uint8Array(await file.arrayBuffer()))
}

export function decode(octets: Uint8Array): string {
  const [a, b] = octets
  const code = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8"
  return new TextDecoder(code, { ignoreBOM: true }).decode(octets)
}

export async function open(file: File | undefined) {
  if (!file) return
  const s = await read(file)
  if (s === undefined || tooLong(s.length)) return
  status.value = 200
  load(s)
  notice.value = { text: p("opened", { name: file.name, size: size(file.size) }) }
}
