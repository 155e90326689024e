// A core is one instance of the reactor (web/wasm): it answers one question
// after the other, and must not be used again after it has thrown.
import type { Answer, Failure, Question, Verb } from "./protocol"
import { wasi } from "./wasi"

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  reserve(size: number): number
  call(verb: number, request: number): bigint
}

export class Core {
  private constructor(private readonly exports: Exports) {}

  static async start(module: WebAssembly.Module): Promise<Core> {
    let exports: Exports | undefined
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi(() => exports!.memory) })
    exports = instance.exports as unknown as Exports
    exports._initialize()
    return new Core(exports)
  }

  /** The answer as JSON. verb and request are as web/internal/protocol has them. */
  call(verb: string, request: string): string {
    const encoder = new TextEncoder()
    const name = encoder.encode(verb)
    const body = encoder.encode(request)
    const at = this.exports.reserve(name.length + body.length)
    if (at === 0) {
      const failure: Failure = { error: { code: "too-large", args: { key: "request", octets: body.length, limit: 32 << 20 } } }
      return JSON.stringify(failure)
    }
    const room = new Uint8Array(this.exports.memory.buffer, at >>> 0, name.length + body.length)
    room.set(name)
    room.set(body, name.length)
    const packed = BigInt.asUintN(64, this.exports.call(name.length, body.length))
    const answer = new Uint8Array(this.exports.memory.buffer, Number(packed >> 32n), Number(packed & 0xffffffffn))
    return new TextDecoder().decode(answer)
  }

  ask<V extends Verb>(verb: V, question: Question<V>): Answer<V> | Failure {
    return JSON.parse(this.call(verb, JSON.stringify(question)))
  }
}
