/** The whole kit: axe finds nothing, in both themes and languages, wide and on a phone, and with each overlay open. */
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitPage } from '#console/dev/KitPage.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setTheme } from '#console/kit/theme.ts'

/** Past the skeletons' 300 ms and every transition. */
const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 700))

/** Of the whole page, or of what has opened above it. */
const audit = async (within: string | Document = document): Promise<void> => {
  await settle()
  const { violations } = await axe.run(within, {
    // A component page is no document of its own.
    rules: { 'page-has-heading-one': { enabled: false } },
    resultTypes: ['violations'],
  })
  expect(
    violations.flatMap(one =>
      one.nodes.map(node => `${one.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    ),
  ).toEqual([])
}

beforeEach(async () => {
  document.title = 'Kit'
  setLanguage('zh')
  await page.viewport(1440, 900)
})

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)(
  'axe finds nothing in %s at %i px',
  async (theme, width) => {
    await page.viewport(width, 900)
    setTheme(theme)
    await render(
      <KitRoot>
        <KitPage />
      </KitRoot>,
    )
    await audit()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
  60_000,
)

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the overlays, %s',
  async theme => {
    setTheme(theme)
    setLanguage('en')
    await render(
      <KitRoot>
        <KitPage />
      </KitRoot>,
    )
    const overlays: readonly [selector: string, open: () => Promise<void>][] = [
      ['.drawer', () => userEvent.click(document.querySelector('.table-row[data-at="4"] .two') as HTMLElement)],
      ['.dialog form', () => userEvent.click(page.getByRole('button', { name: 'Open a dialog' }))],
      ['.menu', () => userEvent.click(page.getByRole('button', { name: 'Menu', exact: true }))],
      ['.confirm', () => userEvent.click(page.getByRole('button', { name: 'Dangerous' }))],
      ['.palette', () => userEvent.keyboard('{Control>}k{/Control}')],
      ['.column-picker', () => userEvent.click(page.getByRole('button', { name: 'Columns' }))],
      ['.cascader', () => userEvent.click(page.getByRole('button', { name: /^Region/ }))],
      ['.icon-field', () => userEvent.click(page.getByRole('button', { name: /^Icon door-open/ }))],
      ['.calendar', () => userEvent.click(document.querySelectorAll<HTMLElement>('.date-open')[0] as HTMLElement)],
    ]
    for (const [selector, open] of overlays) {
      await open()
      await expect.poll(() => document.querySelector(selector), { message: selector }).toBeTruthy()
      await audit(selector)
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector(selector), { message: selector }).toBeNull()
    }
  },
  60_000,
)
