// Light, dark, or as the system has it.
import { effect, signal } from "@preact/signals"

export const THEMES = ["auto", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

export const theme = signal<Theme>("auto")

export const isTheme = (x: unknown): x is Theme => (THEMES as readonly unknown[]).includes(x)

effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
})
