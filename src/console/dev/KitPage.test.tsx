/** The whole kit: axe finds no problems in both themes and languages, in wide windows and on phones, and with each overlay open. */
import axe from 'axe-core'
import type { ComponentType } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FieldSection } from '#console/dev/FieldSection.tsx'
import { KitPage } from '#console/dev/KitPage.tsx'
import { ListSection } from '#console/dev/ListSection.tsx'
import { OverlaySection } from '#console/dev/OverlaySection.tsx'
import { RareFieldSection } from '#console/dev/RareFieldSection.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setTheme } from '#console/kit/theme.ts'

/** Waits until the skeletons' delay of 300 ms and all motion is over, also on a busy machine. */
const settle = async (): Promise<void> => {
  await new Promise(resolve => setTimeout(resolve, 700))
  const ending = document.getAnimations().filter(one => one.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.all(ending.map(one => one.finished.catch(() => {})))
}

/** The only rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The problems of the whole page, or of the overlay above it. `coloursOnly`: everything else was judged in the other theme. */
const audit = async (within: string | Document = document, coloursOnly = false): Promise<void> => {
  await settle()
  const { violations } = await axe.run(within, {
    // The page of a component test is no complete document.
    ...(coloursOnly ? { runOnly: COLOURS } : { rules: { 'page-has-heading-one': { enabled: false } } }),
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
    await audit(document, theme === 'dark')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
  120_000,
)

/** Finds a button by its text or label, because a query by role would compute the name of every element of this large page. */
const button = (words: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === words,
  )!
/** The button of a field, found by the label of the field. */
const choice = (label: string): HTMLElement =>
  [...document.querySelectorAll('.field')]
    .find(field => field.querySelector('.field-label')?.textContent === label)!
    .querySelector<HTMLElement>('.select-button')!

/** The overlays of a section. It stands alone: axe reads all of a page to judge an overlay, also what is behind it. */
const overlaysOf: readonly [
  title: string,
  section: ComponentType,
  overlays: readonly [selector: string, open: () => Promise<void>][],
][] = [
  [
    'the list',
    ListSection,
    [
      ['.drawer', () => userEvent.click(document.querySelector('.table-row[data-at="4"] .two') as HTMLElement)],
      ['.column-picker', () => userEvent.click(button('Columns'))],
    ],
  ],
  [
    'fields',
    FieldSection,
    [['.calendar', () => userEvent.click(document.querySelectorAll<HTMLElement>('.date-open')[0] as HTMLElement)]],
  ],
  [
    'rare fields',
    RareFieldSection,
    [
      ['.cascader', () => userEvent.click(choice('Region'))],
      ['.icon-field', () => userEvent.click(choice('Icon'))],
    ],
  ],
  [
    'what lies above a page',
    OverlaySection,
    [
      ['.dialog form', () => userEvent.click(button('Open a dialog'))],
      ['.menu', () => userEvent.click(button('Menu'))],
      ['.confirm', () => userEvent.click(button('Dangerous'))],
      ['.palette', () => userEvent.keyboard('{Control>}k{/Control}')],
    ],
  ],
]

test.each(overlaysOf)(
  'axe finds nothing in the overlays of %s, in both themes',
  async (_title, section, overlays) => {
    setLanguage('en')
    setTheme('light')
    await render(
      <KitRoot>
        <KitPage sections={[section]} />
      </KitRoot>,
    )
    await settle()
    for (const [selector, open] of overlays) {
      setTheme('light')
      await open()
      await expect.poll(() => document.querySelector(selector), { message: selector }).toBeTruthy()
      await audit(selector)
      setTheme('dark')
      await audit(selector, true)
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector(selector), { message: selector }).toBeNull()
    }
  },
  120_000,
)
