/** Runs in the page: lists what can be pressed, and which of it has the same meaning. */
import { withoutData } from './words.ts'

const CLOSES = /^(关闭|取消|取 消|Close|Cancel)$/
const PRESSABLE =
  'button, [role=button], [role=tab], [role=menuitem], a[href^="/"], .table-check input, .search-form input[type=checkbox]'

export const shown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })
export const wordsOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
export const closes = (element: HTMLElement): boolean => CLOSES.test(wordsOf(element))

/** The list item, such as a row of the column picker, that contains the button. */
function itemOf(element: HTMLElement): HTMLElement | undefined {
  for (
    let at = element.parentElement;
    at && !at.matches('.shell-page, .dialog, .popover, .drawer');
    at = at.parentElement
  ) {
    const { className, parentElement } = at
    if (at.matches('tr, form, [role=row]') || className === '') continue
    if ([...(parentElement?.children ?? [])].filter(one => one.className === className).length >= 4) return at
  }
  return undefined
}
/** Lists on two tabs are two lists. */
const tabOf = (element: HTMLElement): string => {
  const tab = document.getElementById(element.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? '')
  return tab ? withoutData(wordsOf(tab).replace(/\d+/g, '#')) : ''
}
/** The same for buttons of the same meaning, of which only one is pressed. */
export function meaning(element: HTMLElement): string {
  const role = `${tabOf(element)} ${element.getAttribute('role') ?? element.tagName}.${element.className} ${element.dataset.act ?? ''}`
  const alike = [...(element.parentElement?.children ?? [])].filter(one => one.className === element.className)
  // Days, icons, colours: one of many is enough.
  if (element.closest('[role=gridcell]') || (alike.length >= 8 && element.matches('button'))) return role
  const item = itemOf(element)
  if (item) return `${item.className} ${[...item.querySelectorAll(PRESSABLE)].indexOf(element)} ${role}`
  const field = element.closest('.field')
  if (field && element.matches('.select-button, .combo-box-open'))
    return `${role} ${field.querySelector('.field-label')?.textContent}`
  const group = element.closest('tr, li, th, [role=row], [role=treeitem], .card, form, header, nav')
  // Where a label is data, one button of its kind is enough.
  return `${group?.tagName ?? ''}.${group?.className.split(' ')[0] ?? ''} ${role} ${withoutData(wordsOf(element).replace(/\d+/g, '#'))}`
}
/** What is pressed in one row is not pressed in the hundredth. */
const ROWS = 12
export const pressables = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(PRESSABLE)].filter(
    element =>
      !(Number(element.closest<HTMLElement>('.table-row')?.dataset.at) >= ROWS) &&
      !(element as HTMLButtonElement).disabled &&
      element.getAttribute('aria-disabled') !== 'true' &&
      element.getAttribute('target') !== '_blank' &&
      element.offsetWidth > 1 &&
      // Links in text written by people lead elsewhere.
      !element.closest('.rich') &&
      !closes(element) &&
      !(element.closest('.drawer') && !root.closest('.drawer')) &&
      shown(element),
  )

/** What surrounds the rows of every list, and its export; the buttons of a page's own stand at its head too. */
const FRAME = '.search-form-acts, .search-form-tools, .pager'
const EXPORTS = /^(导出|Export)/
const BODIES = ['[role=treegrid]', '.card-grid', '.month', '.map', '.wall', '.table']
/** The part of a list's frame that the button is, or undefined: on lists of one body the same part is the same code. */
export function framePart(button: HTMLElement): string | undefined {
  const words = withoutData(wordsOf(button).replace(/\d+/g, '#'))
  const at = button.closest(FRAME) ?? (EXPORTS.test(words) ? button.closest('.page-head-actions') : null)
  if (!at) return undefined
  const body = BODIES.find(one => document.querySelector(`.shell-page ${one}`))
  return `${body} ${at.className} ${button.className} ${words}`
}

/** Components that are the same everywhere: pressed once. */
export const KIT =
  '.number-field, .map-point, .calendar, .calendar-range, .column-picker, .rich-text-tools, .icon-field, .drawer-tools, .span-field, .date-box, .code-field'
