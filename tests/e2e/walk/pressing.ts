/** Runs in the page: presses and types like a user, and only what a user could reach. */
import { press as pressLikeMouse } from '#console/kit/press.ts'
import { pause, settle } from './watch.ts'

const reached = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + Math.min(width / 2, 200), top + height / 2)
  // A native checkbox may be covered by its visible replacement.
  return (
    hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element) === true)
  )
}

/** Whether a press at this place would reach the element: nothing covers it, and the page is not inert. */
export async function reachable(element: HTMLElement): Promise<boolean> {
  for (let tries = 0; tries < 12; tries += 1) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (reached(element)) return true
    await pause(tries < 4 ? 20 : 100)
    if (!element.isConnected) return true
    if (tries === 2) element.scrollIntoView({ block: 'center', inline: 'center' })
  }
  return false
}

/** Checkboxes only need a click. */
export const press = (element: HTMLElement): void =>
  element instanceof HTMLInputElement ? element.click() : pressLikeMouse(element)

export function key(name: string): void {
  const target = document.activeElement ?? document.body
  const given = { key: name, code: name, bubbles: true, cancelable: true, composed: true }
  target.dispatchEvent(new KeyboardEvent('keydown', given))
  target.dispatchEvent(new KeyboardEvent('keyup', given))
}

/** Presses, and waits until the page has settled. */
export async function pressAndSettle(element: HTMLElement): Promise<boolean> {
  press(element)
  return settle()
}

const FIELDS =
  'input:not([type]), input[type=text], input[type=search], input[type=email], input[type=tel], input[type=url], input[type=password], input[type=number], textarea, [contenteditable=true]:not([role=spinbutton])'

export const fieldsOf = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(FIELDS)].filter(
    field =>
      field.checkVisibility() &&
      !field.closest('.pager') &&
      !(field as HTMLInputElement).disabled &&
      !(field as HTMLInputElement).readOnly,
  )

export function type(field: HTMLElement, text: string): void {
  field.focus({ preventScroll: true })
  if (field.isContentEditable) {
    document.execCommand('selectAll')
    document.execCommand('insertText', false, text)
    return
  }
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/** The label of a field. */
export const labelOf = (field: HTMLElement): string =>
  (field.closest('.field')?.querySelector('.field-label')?.textContent ?? field.getAttribute('aria-label') ?? '') +
  (field.getAttribute('placeholder') ?? '')
