// The same question for the command: what a shell would be told.
import { profile, site, status } from "./state"

const bare = /^[\w./:=@%+,-]+$/

/** A word for a shell of POSIX. */
export const quote = (s: string) => (bare.test(s) ? s : `'${s.replace(/'/g, "'\\''")}'`)

export function command(verb: string, ...args: string[]): string {
  const all = ["robots", verb]
  const noFile = status.value !== 200 && verb !== "sitemap"
  if (noFile) all.push("--status", String(status.value))
  else if (verb !== "diff" && verb !== "sitemap") all.push("robots.txt")
  all.push(...args)
  if (profile.value !== "rfc9309" && verb !== "ai init") all.push("--profile", profile.value)
  if (site.value.trim() && verb !== "diff" && verb !== "parse") all.push("--robots-url", site.value.trim())
  return all.map(quote).join(" ")
}

export const each = (flag: string, values: readonly string[]) => values.flatMap((v) => [flag, v])
