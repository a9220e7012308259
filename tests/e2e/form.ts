/** How a person fills the console's forms: by the labels they read. */
import type { Locator, Page } from 'playwright-core'

/** A star behind the label says that it must be given. */
export const fieldOf = (scope: Locator, label: string): Locator =>
  scope
    .locator('.field')
    .filter({ has: scope.page().locator('.field-label', { hasText: new RegExp(`^${label}[*]?$`) }) })

/** Chooses in a select, a multiple select or a box that looks up. */
export async function choose(page: Page, scope: Locator, label: string, ...options: readonly string[]): Promise<void> {
  const field = fieldOf(scope, label)
  const radio = field.getByRole('radio', { name: options[0]!, exact: true })
  if (await radio.count()) return void (await radio.check({ force: true }))
  await field.locator('button').first().click()
  const list = page.getByRole('listbox').last()
  // A list of which one takes one closes by itself; an Escape that came after it would close the dialog.
  const many = (await list.getAttribute('aria-multiselectable')) === 'true'
  for (const option of options) await page.getByRole('option', { name: option }).first().click()
  if (many) await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** The dialog on top. */
export const dialogOf = (page: Page): Locator => page.locator('.dialog').last()
