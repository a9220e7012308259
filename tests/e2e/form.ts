/** Fills in the console's forms by their visible labels. */
import type { Locator, Page } from 'playwright-core'

/** Required fields have an asterisk after the label. */
export const fieldOf = (scope: Locator, label: string): Locator =>
  scope
    .locator('.field')
    .filter({ has: scope.page().locator('.field-label', { hasText: new RegExp(`^${label}[*]?$`) }) })

/** The button that opens the list of a field, not the one beside its label. */
export const openerOf = (field: Locator): Locator => field.locator('button:not(.field-aside button)').first()

/** Selects options in a select, a multiple select or a combo box. */
export async function choose(page: Page, scope: Locator, label: string, ...options: readonly string[]): Promise<void> {
  const field = fieldOf(scope, label)
  // The code of an input may come after the form.
  await field.locator('input[type=radio], button').first().waitFor({ state: 'attached' })
  const radio = field.getByRole('radio', { name: options[0]!, exact: true })
  if (await radio.count()) return void (await radio.check({ force: true }))
  await openerOf(field).click()
  const list = page.getByRole('listbox').last()
  // A list with a single choice closes by itself; an Escape after that would close the dialog.
  const many = (await list.getAttribute('aria-multiselectable')) === 'true'
  for (const option of options) await page.getByRole('option', { name: option }).first().click()
  if (many) await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** The topmost dialog. */
export const dialogOf = (page: Page): Locator => page.locator('.dialog').last()
