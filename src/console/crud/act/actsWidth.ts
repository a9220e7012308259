/** The width of the column with the buttons of a row. */
import { MORE } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import { movesByState } from '#console/crud/lensFields.ts'
import { wordsPx } from '#console/crud/list/wordsPx.ts'
import type { Words } from '#console/kit/language.tsx'
import type { Noun } from '#model/noun.ts'
import { whenOf } from '#model/when.ts'

/** The maximum number of buttons; further actions are in the menu 更多. */
const MOST_SHOWN = 4
const GAP_PX = 12

interface Button {
  px: number
  /** Rows for which it is not possible do not have it. */
  mayLack: boolean
}
/** A button of the product has an id, an action of the noun its name. */
type Act = { label: Words } & ({ id: string } | { name: string })

const sumOf = (some: readonly Button[]): number => some.reduce((sum, { px }) => sum + px, 0)

/** The widest of two rows: the one with all buttons, hence with 更多, and the one that lacks just enough for none. */
function widest(all: readonly Button[], morePx: number): number {
  const over = all.length - MOST_SHOWN
  if (over <= 0) return sumOf(all)
  const lacked = all
    .filter(one => one.mayLack)
    .sort((a, b) => a.px - b.px)
    .slice(0, over)
  const withMenu = sumOf(all.slice(0, MOST_SHOWN - 1)) + morePx
  return lacked.length < over ? withMenu : Math.max(withMenu, sumOf(all.filter(one => !lacked.includes(one))))
}

/** In pixels, for the state in which rows have the widest buttons; 0 without any. The moves are between the two groups. */
export function actsWidth(
  noun: Noun,
  { before, after }: { before: readonly Act[]; after: readonly Act[] },
  { can, translate }: { can: (point: string) => boolean; translate: (words: Words) => string },
): number {
  const px = (label: Words): number => wordsPx(translate(label)) + GAP_PX
  const button = (act: Act): Button => {
    const { from, where, unless } = whenOf(noun, 'name' in act ? act.name : act.id)?.when ?? {}
    return { px: px(act.label), mayLack: from !== undefined || where !== undefined || unless !== undefined }
  }
  const [first, last] = [before.map(button), after.map(button)]
  return Math.max(
    ...movesByState(noun, can).map((moves: readonly Text[]) =>
      widest([...first, ...moves.map(label => ({ px: px(label), mayLack: false })), ...last], px(MORE)),
    ),
  )
}
