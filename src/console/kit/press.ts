/** Dispatches the events of a mouse press. React-aria treats a bare `click()` as a screen reader's, and then dialogs do not take the focus. */
export const press = (control: HTMLElement): void => {
  const { left, top, width, height } = control.getBoundingClientRect()
  const at = {
    bubbles: true,
    cancelable: true,
    composed: true,
    button: 0,
    detail: 1,
    clientX: left + width / 2,
    clientY: top + height / 2,
    view: window,
  }
  const pointer = { ...at, pointerType: 'mouse', pointerId: 1, isPrimary: true, width: 1, height: 1, pressure: 0.5 }
  control.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }))
  // A browser focuses the pressed element unless the default is prevented.
  if (control.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1 }))) control.focus({ preventScroll: true })
  control.dispatchEvent(new PointerEvent('pointerup', { ...pointer, pressure: 0 }))
  control.dispatchEvent(new MouseEvent('mouseup', at))
  control.dispatchEvent(new PointerEvent('click', pointer))
}
