// What robots.txt is and is not. The text of each language loads when it is read.
import { useEffect, useState } from "preact/hooks"
import { lang, type Lang, p } from "../i18n"

interface Section {
  title: string
  parts: { head?: string; text: string }[]
}

const texts: Record<Lang, () => Promise<{ default: Section[] }>> = {
  en: () => import("../text/about.en.json"),
  "zh-Hans": () => import("../text/about.zh-Hans.json"),
  "zh-Hant": () => import("../text/about.zh-Hant.json"),
}

/** What is bundled into the page. licenses.txt has the licences in full. */
const LIBRARIES = [
  ["Preact, Preact Signals", "MIT"],
  ["CodeMirror 6, Lezer, style-mod, w3c-keyname, crelt, find-cluster-break", "MIT"],
  ["fflate", "MIT"],
  ["Go (runtime, standard library)", "BSD-3-Clause"],
]

export function About() {
  const [sections, set] = useState<Section[]>([])
  useEffect(() => void texts[lang.value]().then((m) => set(m.default)), [lang.value])
  return (
    <>
      <h2>{p("tab.about")}</h2>
      <div class="about" id="about">
        {sections.map((s) => (
          <section key={s.title}>
            <h3>{s.title}</h3>
            {s.parts.map((x) => (x.head ? <details key={x.head}><summary>{x.head}</summary><p>{x.text}</p></details> : <p key={x.text}>{x.text}</p>))}
          </section>
        ))}
        <section>
          <h3>{p("about.libraries")}</h3>
          <ul>{LIBRARIES.map(([name, licence]) => <li key={name}>{name} · {licence}</li>)}</ul>
          <p>{p("about.licence")} <a href="licenses.txt">licenses.txt</a></p>
        </section>
      </div>
    </>
  )
}
