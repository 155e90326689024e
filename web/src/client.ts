// The page's side of the worker: questions are promises, and those that nobody
// waits for any more are cancelled by ending the worker and starting another.
import type { Answer, Failure, Question, Verb } from "./protocol"
import type { FromWorker, ToWorker } from "./worker"

/** Where the files are. */
export interface Files {
  worker: string
  first: string
  whole: string
}

/** How an answer that was cancelled is told from one that failed. */
export class Cancelled extends Error {}

interface Open {
  verb: string
  request: string
  keep: boolean
  resolve(answer: string): void
  reject(reason: Error): void
}

/** Longest text that is sent, in units of UTF-16: more is refused before it is copied. */
export const MAX_TEXT = 4 << 20

export class Client {
  private worker!: Worker
  private open = new Map<number, Open>()
  private next = 1
  private first: string | WebAssembly.Module
  private whole: string | WebAssembly.Module
  private restarts = 0

  /** Called when the whole core is there, and when a core cannot be had. */
  onready?: () => void
  onfailure?: (reason: string) => void

  constructor(private readonly files: Files) {
    this.first = files.first
    this.whole = files.whole
    this.start()
  }

  private start() {
    this.worker = new Worker(this.files.worker, { type: "module" })
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data)
    this.worker.onerror = (e) => this.onfailure?.(e.message)
    this.send({ first: this.first, whole: this.whole })
  }

  private send(message: ToWorker) {
    this.worker.postMessage(message)
  }

  private receive(message: FromWorker) {
    if ("module" in message) {
      this[message.module] = message.compiled
      if (message.module === "whole") this.onready?.()
    } else if ("answer" in message) {
      this.restarts = 0
      this.take(message.id)?.resolve(message.answer)
    } else if (message.id !== undefined) {
      this.take(message.id)?.reject(new Error(message.failed))
      // The core must not be used again. One that dies at once is not tried for ever.
      if (++this.restarts <= 3) this.restart()
      else this.onfailure?.(message.failed)
    } else {
      this.onfailure?.(message.failed)
    }
  }

  private take(id: number) {
    const open = this.open.get(id)
    this.open.delete(id)
    return open
  }

  private restart() {
    this.worker.terminate()
    this.start()
    for (const [id, { verb, request }] of this.open) this.send({ id, verb, request })
  }

  /**
   * Asks the core. The promise is rejected if the core fails, and with Cancelled
   * by cancel; what is wrong with the question is an answer: see Failure. keep
   * says that cancel does not concern it.
   */
  async ask<V extends Verb>(verb: V, question: Question<V>, keep = false): Promise<Answer<V> | Failure> {
    for (const [key, value] of Object.entries(question as object)) {
      if (typeof value === "string" && key !== "sitemap" && value.length > (key.endsWith("_b64") ? 2 * MAX_TEXT : MAX_TEXT)) {
        return { error: { code: "too-large", args: { key, octets: value.length, limit: MAX_TEXT } } }
      }
    }
    const id = this.next++
    const request = JSON.stringify(question)
    const answer = new Promise<string>((resolve, reject) => this.open.set(id, { verb, request, keep, resolve, reject }))
    this.send({ id, verb, request })
    return JSON.parse(await answer)
  }

  /** Ends what is asked at the moment, as when the text has changed. Costs nothing if nothing is. */
  cancel() {
    let any = false
    for (const [id, open] of this.open) {
      if (open.keep) continue
      any = true
      this.open.delete(id)
      open.reject(new Cancelled("the question is no longer of interest"))
    }
    if (any) this.restart()
  }
}
