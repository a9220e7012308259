/** Whether a key event belongs to a text input, so that page shortcuts must ignore it. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, [role="textbox"], [role="combobox"], [role="spinbutton"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"])',
    ))
