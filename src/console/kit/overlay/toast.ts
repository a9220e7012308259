/** Messages about what just happened, callable from any code: `toast.ok(SAVED)`. */
import { OPERATION_FAILED } from '#base/texts.ts'
import type { Words } from '#console/kit/language.tsx'

export type ToastTone = 'ok' | 'bad' | 'warn' | 'info'
export type ToastAct = { label: Words; onPress: () => void }
export type ToastItem = { id: number; tone: ToastTone; words: Words; act: ToastAct | undefined; durationMs: number }

const mostShown = 4
const listeners = new Set<() => void>()
let items: readonly ToastItem[] = []
let lastId = 0

const change = (next: readonly ToastItem[]): void => {
  items = next
  for (const listener of listeners) listener()
}

const show = (tone: ToastTone, words: Words, act: ToastAct | undefined, durationMs: number): number => {
  const id = ++lastId
  // The same words twice are one message: a failing poll must not fill the screen.
  const others = items.filter(item => !(item.tone === tone && String(item.words) === String(words)))
  change([...others, { id, tone, words, act, durationMs }].slice(-mostShown))
  return id
}

export const toast = {
  ok: (words: Words, act?: ToastAct): number => show('ok', words, act, act ? 8000 : 3000),
  info: (words: Words, act?: ToastAct): number => show('info', words, act, act ? 8000 : 4000),
  warn: (words: Words, act?: ToastAct): number => show('warn', words, act, 6000),
  error: (words: Words = OPERATION_FAILED, act?: ToastAct): number => show('bad', words, act, 8000),
  close: (id: number): void => change(items.filter(item => item.id !== id)),
}

export const toastItems = (): readonly ToastItem[] => items
export const onToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
