/** Presses the button that declares the key of an event as its shortcut (`data-shortcut`). */
import { isTyping } from '#console/kit/isTyping.ts'

/**
 * Keys with a modifier, typed text and handled events are ignored. While a dialog is open, the page behind it is not
 * reachable; toasts are.
 */
export const pressShortcut = (event: KeyboardEvent): void => {
  const { key, target } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(target))
    return
  const within = document.querySelector('.dialog') ? ':is(.dialog, .toast) ' : ''
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(`${within}[data-shortcut="${CSS.escape(key)}"]`)]
  const button = buttons.findLast(one => !one.disabled && one.checkVisibility())
  if (!button) return
  event.preventDefault()
  button.click()
}
