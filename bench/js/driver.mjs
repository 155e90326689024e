// Runs robots-parser for the benchmark. Reads one command a line on stdin and
// answers each with one line, both JSON. Times are taken in here, so the pipe
// costs nothing.
import readline from 'node:readline'
import robotsParser from 'robots-parser'

const site = 'https://bench.example'
const minTime = 10e6 // ns that one timing should last at least
const warmTime = 120e6 // ns of passes before the first timing: the JIT needs more than Go
const slowTime = 400e6 // a pass on one text that takes this long is the only one

let work // { texts, agents, urls: for each text a list }
let policies
let passes // operation -> passes that fill minTime
let sink

const parse = text => robotsParser(site + '/robots.txt', text)
const parsed = () => (policies ??= work.texts.map(parse))

const operations = {
  parse() {
    for (const text of work.texts) sink = parse(text)
  },
  decide() {
    let allowed = 0
    parsed().forEach((policy, i) => {
      for (const agent of work.agents)
        for (const url of work.urls[i]) if (policy.isAllowed(url, agent)) allowed++
    })
    sink = allowed
  },
  oneshot() {
    let allowed = 0
    work.texts.forEach((text, i) => {
      if (parse(text).isAllowed(work.urls[i][0], work.agents[0])) allowed++
    })
    sink = allowed
  },
  thousand() {
    let allowed = 0
    work.texts.forEach((text, i) => {
      const policy = parse(text)
      const urls = work.urls[i]
      for (let n = 0; n < 1000; n++) if (policy.isAllowed(urls[n % urls.length], work.agents[0])) allowed++
    })
    sink = allowed
  }
}

function elapsed(run, n) {
  const start = process.hrtime.bigint()
  for (let i = 0; i < n; i++) run()
  return Number(process.hrtime.bigint() - start)
}

function time(name) {
  const run = operations[name]
  if (name === 'decide') parsed()
  if (!passes[name]) {
    const first = elapsed(run, 1)
    if (first > slowTime && work.texts.length === 1) return { ns: first, once: true }
    let spent = first
    let n = 1
    let last = first
    while (spent < warmTime || (last < minTime && n < 1e6)) {
      if (last < minTime) n *= 2
      last = elapsed(run, n)
      spent += last
    }
    passes[name] = n
  }
  globalThis.gc?.()
  return { ns: elapsed(run, passes[name]) / passes[name] }
}

function verdicts() {
  let s = ''
  parsed().forEach((policy, i) => {
    for (const agent of work.agents)
      for (const url of work.urls[i]) {
        const allowed = policy.isAllowed(url, agent)
        s += allowed === undefined ? 'E' : allowed ? '1' : '0'
      }
  })
  return { verdicts: s }
}

function load(command) {
  work = { texts: command.texts, agents: command.agents, urls: command.targets.map(l => l.map(t => site + t)) }
  policies = undefined
  passes = {}
  return {}
}

for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const command = JSON.parse(line)
  const answer =
    command.do === 'load' ? load(command) : command.do === 'verdicts' ? verdicts() : time(command.operation)
  process.stdout.write(JSON.stringify(answer) + '\n')
}
