// Links that hold the state of the page, compressed behind "#", which browsers
// do not send; and what is remembered, if the reader wants it.
import { effect, signal } from "@preact/signals"
import { MAX_TEXT } from "../client"
import { lang } from "./i18n"
import { restore, snapshot } from "./state"
import { theme } from "./theme"

const HEAD = "#1." // the version of the form

const base64 = (octets: Uint8Array) => {
  let s = ""
  for (let i = 0; i < octets.length; i += 0x8000) s += String.fromCharCode(...octets.subarray(i, i + 0x8000))
  return btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
}

const octets = (s: string) => Uint8Array.from(atob(s.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0))

/** The address of the page with all that was typed in it. */
export async function link(): Promise<string> {
  const { deflateSync, strToU8 } = await import("fflate")
  const packed = deflateSync(strToU8(JSON.stringify(snapshot())), { level: 9 })
  return `${location.origin}${location.pathname}?lang=${lang.value}${HEAD}${base64(packed)}`
}

/**
 * Takes over the state that an address holds. Says "none" if it holds none, and
 * "bad" for one that cannot be read. What it unpacks to is bounded, since the
 * address may come from anybody.
 */
export async function follow(hash: string): Promise<"none" | "good" | "bad"> {
  if (!hash.startsWith(HEAD)) return "none"
  try {
    const { Inflate, strFromU8 } = await import("fflate")
    const parts: Uint8Array[] = []
    let total = 0
    const inflate = new Inflate((part) => {
      total += part.length
      if (total > 4 * MAX_TEXT) throw new RangeError("the link unpacks to too much")
      parts.push(part)
    })
    const packed = octets(hash.slice(HEAD.length))
    for (let i = 0; i < packed.length; i += 4096) inflate.push(packed.subarray(i, i + 4096), i + 4096 >= packed.length)
    const whole = new Uint8Array(total)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    restore(JSON.parse(strFromU8(whole)))
    return "good"
  } catch {
    return "bad"
  }
}

const KEY = "robots"

/** Whether the browser keeps what was typed. Off until somebody asks for it. */
export const remember = signal(false)

interface Memory {
  lang?: string
  theme?: string
  state?: unknown
}

export function recall(): Memory | null {
  try {
    const s = localStorage.getItem(KEY)
    if (s === null) return null
    remember.value = true
    return JSON.parse(s) as Memory
  } catch {
    return null
  }
}

/** Keeps the memory up to date, and wipes it when it is no longer wanted. */
export function keepMemory() {
  let timer = 0
  effect(() => {
    const memory: Memory | null = remember.value ? { lang: lang.value, theme: theme.value, state: snapshot() } : null
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      try {
        if (memory) localStorage.setItem(KEY, JSON.stringify(memory))
        else localStorage.removeItem(KEY)
      } catch {
        remember.value = false // there is no room, or the browser forbids it
      }
    }, 300)
  })
}
