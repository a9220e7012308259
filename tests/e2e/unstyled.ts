/** Classes of a page whose style sheets it has not loaded: it used the style of another page, and opened by its address it has none. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CONSOLE_VARIABLE } from './builtConsole.ts'

const CLASS = /\.([a-z][\w-]*)/gi
const namesIn = (styles: string): string[] => [...styles.matchAll(CLASS)].map(([, name]) => name!)

let styled: string[] | undefined
/** Every class that any style sheet of the console knows. */
function everyStyled(): string[] {
  const folder = join(process.env[CONSOLE_VARIABLE]!, 'assets')
  return (styled ??= [
    ...new Set(
      readdirSync(folder)
        .filter(name => name.endsWith('.css'))
        .flatMap(name => namesIn(readFileSync(join(folder, name), 'utf8'))),
    ),
  ])
}

/** The page must have been opened by its address, not reached from another one. */
export const unstyled = (page: Page): Promise<string[]> =>
  page.evaluate(
    async ({ known, pattern }) => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      const texts = await Promise.all(links.map(async link => (await fetch(link.href)).text()))
      const loaded = new Set([...texts.join('').matchAll(new RegExp(pattern, 'gi'))].map(([, name]) => name!))
      const used = new Set([...document.querySelectorAll('#root *')].flatMap(element => [...element.classList]))
      return known.filter(name => used.has(name) && !loaded.has(name))
    },
    { known: everyStyled(), pattern: CLASS.source },
  )
