/** Whether a key was meant for a control that takes text, so that page shortcuts must leave it alone. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, [role="textbox"], [role="combobox"], [role="spinbutton"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"])',
    ))
