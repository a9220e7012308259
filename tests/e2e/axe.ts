/** Accessibility problems found by axe on a page, in both themes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { canaryRan } from './canary.ts'
import { settled } from './stage.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
/** The only rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** How often a page that loads meanwhile is judged at most; the last time counts. */
const TRIES = 3

/**
 * The problems of a page at rest, one line each: theme, rule, element and reason. A list that loads again is pale, and
 * judged once it has ended. `runOnly`: tags or names of rules.
 */
export async function offences(page: Page, runOnly: readonly string[] = RULES): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  for (let left = TRIES; ; left -= 1) {
    const { problems, loaded } = await judge(page, runOnly)
    if (!loaded || !problems.length || left === 1) return problems
    await settled(page)
  }
}

const judge = (page: Page, runOnly: readonly string[]): Promise<{ problems: string[]; loaded: boolean }> =>
  page.evaluate(async only => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: unknown,
          options: unknown,
        ): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>
      }
    }
    let loaded = document.querySelector('[data-stale], [aria-busy="true"]') !== null
    const loads = new MutationObserver(() => (loaded = true))
    loads.observe(document, { subtree: true, attributeFilter: ['data-stale', 'aria-busy'] })
    const theme = document.documentElement.dataset.theme
    const found = await axe.run(document, { runOnly: only, resultTypes: ['violations'], preload: false })
    loads.disconnect()
    const problems = found.violations.flatMap(({ id, nodes }) =>
      nodes.map(
        node =>
          `${theme} ${id} ${node.target.flat().join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ').slice(0, 220)}`,
      ),
    )
    return { problems, loaded }
  }, runOnly)

async function turn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  // Like the button of the top bar, which a dialog may cover.
  await page.evaluate(to => {
    localStorage.setItem('portico-theme', to)
    dispatchEvent(new StorageEvent('storage', { key: 'portico-theme' }))
  }, theme)
  await page.waitForFunction(to => document.documentElement.dataset.theme === to, theme)
}

/** Checks the current theme, and that no planted script ran. */
export async function oneTheme(page: Page): Promise<string[]> {
  await settled(page)
  expect(await canaryRan(page), 'a planted script ran').toBe(false)
  return offences(page)
}

/** Checks the light theme, the colours of the dark one, and that no planted script ran; leaves the page in the light theme. */
export async function bothThemes(page: Page): Promise<string[]> {
  const light = await oneTheme(page)
  await turn(page, 'dark')
  await settled(page)
  const dark = await offences(page, COLOURS)
  await turn(page, 'light')
  return [...light, ...dark]
}
