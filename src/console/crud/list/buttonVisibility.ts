/** Whether a list has a button, by the widget's defaults, its definition, and the user's permissions. */
import type { Lens, ListButton, Verb } from '#model/noun.ts'
import { table } from '#console/kit/defaults.ts'

const verbs: Partial<Record<ListButton, Verb>> = {
  add: 'add',
  view: 'view',
  edit: 'edit',
  delete: 'remove',
  import: 'import',
  export: 'export',
  cellEdit: 'edit',
}
const defaults: Readonly<Record<ListButton, boolean>> = {
  ...table.buttons,
  // Every list of the product has a view button; by default the widget has none.
  view: true,
  import: true,
  export: true,
  cellEdit: true,
  selectClear: true,
  date: true,
  views: true,
}

/** `false` in the lens or in the page's settings (`own`) hides a button, and so does a missing permission. */
export const buttonVisibility =
  (lens: Lens, may: (verb: Verb) => boolean, own: Readonly<Partial<Record<ListButton, boolean>>> = {}) =>
  (button: ListButton): boolean => {
    const verb = verbs[button]
    return (own[button] ?? lens.buttons?.[button] ?? defaults[button]) && (verb === undefined || may(verb))
  }
