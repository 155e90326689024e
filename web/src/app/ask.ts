// What the page wants to know. A slot is one question that follows from what
// was typed; when that changes it is asked again. The worker answers one
// question at a time, so slots wait in order of their rank, and an answer that
// nobody needs any more is cancelled when it takes long.
import { effect, signal, type Signal } from "@preact/signals"
import { Cancelled, Client } from "../client"
import type { Answer, Failure, Question, Verb } from "../protocol"

export type Problem = Failure["error"]

export interface Slot<V extends Verb> {
  answer: Signal<Answer<V> | undefined>
  problem: Signal<Problem | undefined>
  /** Asked, and not answered yet: what is shown is of the question before. */
  busy: Signal<boolean>
  /** How long the last answer took, in milliseconds. */
  took: Signal<number>
}

interface Work {
  rank: number
  verb: Verb
  wanted: object | null
  dirty: boolean
  settle(answer: object | Failure, took: number): void
  busy: Signal<boolean>
}

export const whole = signal(false) // whether the whole core has arrived
export const broken = signal("") // why there is no core
export const quiet = signal(false) // whether all is answered

export const held = signal(0) // what was typed and is not yet taken over, for typing may go on

/** Calls then when nothing more is given to it for so many milliseconds; then may be given up. */
export function pause() {
  let timer = 0
  const end = () => {
    if (timer) held.value--
    clearTimeout(timer)
    timer = 0
  }
  return {
    end,
    after(ms: number, then: () => void) {
      if (!timer) held.value++
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        then()
        end()
      }, ms)
    },
  }
}

const client = new Client({ worker: "worker.js", first: "first.wasm", whole: "robots.wasm" })
client.onready = () => {
  whole.value = true
  pump()
}
client.onfailure = (reason) => {
  broken.value = reason
}

/** What the small core knows. */
const first = new Set<Verb>(["version", "parse", "check", "engines"])

/** How long an answer that is out of date may still take before it is ended. */
const PATIENCE = 120

const all: Work[] = []
let running: Work | undefined
let timer = 0

/** A slot for the question that wants returns; null asks nothing, and leaves no answer. */
export function slot<V extends Verb>(verb: V, rank: number, wants: () => Question<V> | null): Slot<V> {
  const s: Slot<V> = { answer: signal(), problem: signal(), busy: signal(false), took: signal(0) }
  const work: Work = {
    rank,
    verb,
    wanted: null,
    dirty: false,
    busy: s.busy,
    settle(answer, took) {
      s.took.value = took
      if ("error" in answer) {
        s.problem.value = answer.error
        s.answer.value = undefined
      } else {
        s.problem.value = undefined
        s.answer.value = answer as Answer<V>
      }
    },
  }
  all.push(work)
  all.sort((a, b) => a.rank - b.rank)
  effect(() => {
    work.wanted = wants()
    work.dirty = work.wanted !== null
    work.busy.value = work.dirty
    if (!work.dirty) {
      s.answer.value = undefined
      s.problem.value = undefined
    }
    queueMicrotask(pump)
  })
  return s
}

const ready = (w: Work) => w.dirty && (whole.value || first.has(w.verb))

function pump() {
  if (running) {
    const stale = running.dirty || running.wanted === null
    if ((stale || all.some((w) => ready(w) && w.rank < running!.rank)) && !timer) {
      timer = window.setTimeout(() => client.cancel(), PATIENCE)
    }
    return
  }
  const next = all.find(ready)
  quiet.value = next === undefined && !all.some((w) => w.dirty)
  if (next) void run(next)
}

async function run(work: Work) {
  running = work
  work.dirty = false
  const begun = performance.now()
  try {
    const answer = await client.ask(work.verb, work.wanted as never)
    if (!work.dirty && work.wanted) {
      work.busy.value = false
      work.settle(answer, performance.now() - begun)
    }
  } catch (e) {
    if (e instanceof Cancelled) work.dirty = work.wanted !== null
    else if (!work.dirty) {
      work.busy.value = false
      work.settle({ error: { code: "internal", args: {} } }, 0)
    }
  } finally {
    clearTimeout(timer)
    timer = 0
    running = undefined
    pump()
  }
}

/** Asks once, beside the slots. Nothing cancels it. */
export async function once<V extends Verb>(verb: V, question: Question<V>): Promise<Answer<V> | Problem> {
  const answer = await client.ask(verb, question, true)
  return "error" in answer ? answer.error : answer
}

export const isProblem = (x: object): x is Problem => "code" in x && "args" in x

/** The readings of a file that the core knows. */
export const profiles = signal<{ id: string; title: string }[]>([{ id: "rfc9309", title: "RFC 9309" }])
void once("version", {}).then(
  (v) => {
    if (!isProblem(v)) profiles.value = v.profiles
  },
  () => {}, // broken says it
)
