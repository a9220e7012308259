/** Walks through pages of the console: presses every button, reads the results in both languages, and reports what must never happen. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { defaultMenu } from '#main/defaultMenu.ts'
import { classes, lenses, nouns } from '#main/registry.ts'
import { settled, type Opening, type Stage } from '../stage.ts'
import type { Memory, Round } from './round.ts'
import type { Walker } from './walker.ts'
import type { Language } from './words.ts'

let built: Promise<string> | undefined
/** The script that runs in the page before its own; built once. */
const walkerCode = (): Promise<string> => (built ??= buildWalker())
async function buildWalker(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'walker.ts'), formats: ['iife'], name: '__walker' },
    },
  })
  const [one] = [made].flat()
  if (!one || !('output' in one)) throw new Error('the walker could not be built')
  return one.output[0].code
}

/** Every text of the definitions, in both languages. */
function ownWords(): string[] {
  const found = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value) && value.length === 2 && value.every(one => typeof one === 'string')) {
      if (/[\u3400-\u9fff]/.test(value[0] as string)) for (const half of value) found.add(half as string)
      return
    }
    // Built-in texts of rows are shown in forms as they were read, also when the language changes.
    for (const [name, one] of Object.entries(value)) if (name !== 'builtIn') add(one)
  }
  for (const registry of [nouns, lenses]) add([...registry.values()])
  add(defaultMenu())
  // The types of devices are rows with the names of the classes.
  for (const { label } of classes.values()) for (const half of label) found.delete(half)
  return [...found]
}

export const CANARIES = {
  text: `k7mark"'><img src=x onerror=__canary=1>`,
  secret: 'Kanari-4711-envogel',
  phone: '13977774321',
  idCard: '440305199001017710',
}

export interface Walked {
  problems: string[]
  pressed: number
  opened: Set<string>
  refusals: string[]
}
/** `further`: a page of its kind was visited before. */
export type Look = (page: Page, further: boolean) => Promise<string[]>

/** Walks the paths with `pages` browser pages in parallel. */
export async function walk(
  stage: Stage,
  paths: readonly string[],
  options: {
    opening?: Opening
    /** Buttons are pressed in the first language, results are read in all. */ languages?: readonly Language[]
    pages?: number
    look?: Look
    /** Pages with the same buttons have the same kind; on further ones only buttons that the first does not have are pressed. */
    kindOf?: (path: string) => string
  } = {},
): Promise<Walked> {
  const result: Walked = { problems: [], pressed: 0, opened: new Set(), refusals: [] }
  const { languages = ['zh', 'en'], kindOf = path => path } = options
  const [code, words] = [await walkerCode(), ownWords()]
  const kinds = new Set<string>()
  const isFirst = (path: string): boolean => !kinds.has(kindOf(path)) && !!kinds.add(kindOf(path))
  const first = paths.filter(isFirst)
  // Further pages of a kind come after the first one.
  const waiting = [...first, ...paths.filter(path => !first.includes(path))]
  const busy = new Set<string>()
  /** A page whose kind is walked in no other window: what is pressed there is not pressed again. The others are left to that window. */
  const next = (): string | undefined => {
    const at = waiting.findIndex(path => !busy.has(kindOf(path)))
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }
  const memory: Memory = { done: {} }
  const remember = ({ done }: Memory): void => {
    for (const [list, all] of Object.entries(done)) memory.done[list] = [...(memory.done[list] ?? []), ...all]
  }
  const walkPages = async (): Promise<void> => {
    const page = await stage.open('/favicon.svg', options.opening)
    await page.addInitScript(code)
    page.on('dialog', dialog => void dialog.accept().catch(() => {}))
    page.on('filechooser', () => {})
    let inside = false
    for (let path = next(); path !== undefined; path = next()) {
      const at = path
      busy.add(kindOf(path))
      const further = !first.includes(path)
      const report = (what: string): void => void result.problems.push(`${at}: ${what}`)
      const onError = (error: Error): void => report(error.stack ?? error.message)
      page.on('pageerror', onError)
      const began = Date.now()
      let pressed = 0
      let switched = 0
      try {
        // Each kind is opened by its address; from there on the console navigates to the further ones, as its menu does.
        if (inside && further) await page.evaluate(to => (window as unknown as Walker).__visit(to), path)
        else await page.goto(stage.base + path)
        await page.locator('.shell-page :is(h1, [role=tablist])').first().waitFor()
        await settled(page)
        for (const problem of (await options.look?.(page, further)) ?? []) report(problem)
        await page.evaluate(to => {
          localStorage.setItem('portico-language', to)
          dispatchEvent(new StorageEvent('storage', { key: 'portico-language' }))
        }, languages[0]!)
        const round: Round = { languages, kind: kindOf(path), words, canaries: CANARIES, root: '.shell-page', memory }
        const found = await page.evaluate(given => (window as unknown as Walker).__walk(given), round)
        result.problems.push(...found.problems)
        result.pressed += found.pressed
        result.refusals.push(...found.refusals)
        for (const one of found.opened) result.opened.add(one)
        remember(found.memory)
        pressed = found.pressed
        switched = found.switched
        inside = true
      } catch (error) {
        inside = false
        report(`the walk broke off: ${(error as Error).message.slice(0, 300)}`)
      }
      if (process.env.WALK_TIMES)
        console.log(`${Date.now() - began} ms, ${pressed} pressed, ${switched} languages: ${path}`)
      page.off('pageerror', onError)
      busy.delete(kindOf(path))
    }
  }
  await Promise.all(Array.from({ length: options.pages ?? 1 }, walkPages))
  return result
}
