// The worker that holds the core. It starts with the small build, which knows
// the verbs of the first view, and goes over to the whole one when that has
// arrived. A question for a verb that the small one lacks waits until then.
import { Core } from "./core"
import type { Version } from "./protocol"

/** What the page sends: where the builds are, as URLs or compiled, and then questions. */
export type ToWorker =
  | { first: string | WebAssembly.Module; whole: string | WebAssembly.Module }
  | { id: number; verb: string; request: string }

/** What it gets: compiled builds, to start the next worker with; answers; what failed. */
export type FromWorker =
  | { module: "first" | "whole"; compiled: WebAssembly.Module }
  | { id: number; answer: string; ms: number }
  | { failed: string; id?: number }

interface Waiting {
  id: number
  verb: string
  request: string
}

let core: Core | undefined
let verbs = new Set<string>()
let whole = false
const waiting: Waiting[] = []

const post = (message: FromWorker) => self.postMessage(message)
const reason = (e: unknown) => (e instanceof Error ? e.message : String(e))

async function start(name: "first" | "whole", source: string | WebAssembly.Module) {
  let module = source
  if (typeof module === "string") {
    module = await WebAssembly.compileStreaming(fetch(module))
    post({ module: name, compiled: module })
  }
  const next = await Core.start(module)
  if (whole && name === "first") return // it came too late
  core = next
  whole = name === "whole"
  verbs = new Set((core.ask("version", {}) as Version).verbs)
  for (const question of waiting.splice(0)) answer(question)
}

function answer(question: Waiting) {
  if (!core || (!verbs.has(question.verb) && !whole)) {
    waiting.push(question)
    return
  }
  const begun = performance.now()
  try {
    const text = core.call(question.verb, question.request)
    post({ id: question.id, answer: text, ms: performance.now() - begun })
  } catch (e) {
    post({ id: question.id, failed: reason(e) }) // the page starts another worker
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("verb" in data) {
    answer(data)
    return
  }
  // One after the other: the first view must not share its line with the rest.
  const both = typeof data.whole === "string"
  const first = both ? start("first", data.first) : Promise.resolve()
  first
    .catch((e) => post({ failed: reason(e) }))
    .then(() => start("whole", data.whole))
    .catch((e) => post({ failed: reason(e) }))
}
