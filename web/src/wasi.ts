// What a Go reactor asks of its host, and no more: time, random octets, a place
// to write the trace of a crash to, and the word that there are no files. It
// has no way to reach a network or a disk.

const BADF = 8 // no such file: what Go wants to hear when it looks for folders
const CLOCK_STEP = 1n // nanoseconds: a clock that stands still would stall timers

/** The imports of a reactor. memory returns that of the instance, once there is one. */
export function wasi(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const view = () => new DataView(memory().buffer)
  const none = () => BADF
  let last = 0n
  let crash = ""
  return {
    args_get: () => 0,
    environ_get: () => 0,
    args_sizes_get: sizes,
    environ_sizes_get: sizes,
    clock_time_get(id: number, _precision: bigint, at: number) {
      const ms = id === 0 ? Date.now() : performance.now()
      const now = BigInt(Math.round(ms * 1e6))
      last = now > last || id === 0 ? now : last + CLOCK_STEP
      view().setBigUint64(at, last, true)
      return 0
    },
    random_get(at: number, size: number) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, size))
      return 0
    },
    fd_write(_fd: number, list: number, count: number, written: number) {
      let size = 0
      for (let i = 0; i < count; i++) {
        const length = view().getUint32(list + 8 * i + 4, true)
        crash += new TextDecoder().decode(new Uint8Array(memory().buffer, view().getUint32(list + 8 * i, true), length))
        size += length
      }
      view().setUint32(written, size, true)
      return 0
    },
    proc_exit(code: number) {
      throw new Error(`the core ended with ${code}: ${crash.slice(0, 2000)}`)
    },
    sched_yield: () => 0,
    poll_oneoff: () => 0,
    fd_close: none,
    fd_fdstat_get: none,
    fd_fdstat_set_flags: none,
    fd_prestat_get: none,
    fd_prestat_dir_name: none,
  }

  function sizes(count: number, octets: number) {
    view().setUint32(count, 0, true)
    view().setUint32(octets, 0, true)
    return 0
  }
}
