/** The width of the column with the buttons of a row. */
import { MORE } from '#base/listTexts.ts'
import { wordsPx } from '#console/crud/list/wordsPx.ts'
import type { Words } from '#console/kit/language.tsx'

/** The maximum number of buttons; further actions are in the menu 更多. */
const MOST_SHOWN = 4
const GAP_PX = 12

/** In pixels, for the row with the widest buttons; 0 without any. */
export const actsWidth = (
  rows: readonly (readonly { label: Words }[])[],
  translate: (words: Words) => string,
): number =>
  Math.max(
    0,
    ...rows.map(acts => {
      const shown = acts.length > MOST_SHOWN ? [...acts.slice(0, MOST_SHOWN - 1), { label: MORE }] : acts
      return shown.reduce((sum, { label }) => sum + wordsPx(translate(label)) + GAP_PX, 0)
    }),
  )
