/** The buttons at the end of a row: view, edit, delete, then those of the definition. */
import { DELETE, EDIT, VIEW } from '#base/listTexts.ts'
import { useMemo, useRef } from 'react'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import type { ListButton, Noun } from '#model/noun.ts'
import { actsWidth } from '#console/crud/act/actsWidth.ts'
import type { Row } from '#model/row.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import type { Acts } from '#console/crud/act/useActs.ts'
import { removeAct, type RowAct } from '#console/kit/table/column.ts'
import { editAct } from '#console/kit/table/inlineActs.tsx'
import { useTranslate } from '#console/kit/language.tsx'

type Given = {
  noun: Noun
  acts: Acts
  pieces: LensPieces
  rows: readonly Row[]
  /** Whether the definition of the list shows the button. */ shows?: (button: ListButton) => boolean
  /** Whether rows can be edited in place. */ inline?: boolean
  onView: (row: Row) => void
  onEdit: (row: Row) => void
  /** Only for trees. */ onAddBelow?: (row: Row) => void
}

/** Stands for the rows while they are read. */
const UNREAD: Row = { id: '0' }

export const useRowActs = ({
  noun,
  acts,
  pieces,
  rows,
  shows,
  inline,
  onView,
  onEdit,
  onAddBelow,
}: Given): { any: boolean; width: number; of: (row: Row) => readonly RowAct[] } => {
  const translate = useTranslate()
  const of = useMemo(() => {
    const { may } = acts
    const offers = (button: 'view' | 'edit' | 'delete'): boolean =>
      shows ? shows(button) : may(button === 'delete' ? 'remove' : button)
    // Links to other lists come last, so that they push no act of the row into the menu.
    const ofPage = (row: Row, link: boolean): readonly RowAct[] =>
      (pieces.acts?.(row) ?? []).filter(act => !!act.link === link)
    const own = (row: Row): readonly RowAct[] => [
      ...ofPage(row, false),
      ...(onAddBelow && may('add')
        ? [{ id: 'addBelow', label: ['新增下级', 'Add below'] as const, onPress: () => onAddBelow(row) }]
        : []),
      ...(offers('view') && !onAddBelow ? [{ id: 'view', label: VIEW, onPress: () => onView(row) }] : []),
      // Where there is a form, its button is enough: the cells have a pencil of their own.
      ...(inline && !offers('edit') && allows(noun, row, 'edit')
        ? [{ id: editAct, label: ['行编辑', 'Edit in the row'] as const, onPress: () => {} }]
        : []),
      ...(offers('edit') && allows(noun, row, 'edit') ? [{ id: 'edit', label: EDIT, onPress: () => onEdit(row) }] : []),
      ...(offers('delete') && allows(noun, row, 'remove')
        ? [{ id: removeAct, label: DELETE, danger: true, onPress: () => void acts.remove([row]) }]
        : []),
    ]
    return (row: Row): readonly RowAct[] => [
      ...own(row),
      ...acts
        .rowActs(row)
        .map((act): RowAct => ({
          id: act.name,
          label: act.label,
          danger: act.danger ?? false,
          onPress: () => void acts.begin(act),
        })),
      ...ofPage(row, true),
    ]
  }, [noun, acts, pieces, shows, inline, onView, onEdit, onAddBelow])
  const px = actsWidth((rows.length ? rows : [UNREAD]).map(of), translate)
  // While rows change, the column grows where it must and never shrinks: nothing moves back and forth.
  const widest = useRef({ noun, px: 0 })
  if (rows.length && (widest.current.noun !== noun || px > widest.current.px)) widest.current = { noun, px }
  const width = Math.max(px, widest.current.noun === noun ? widest.current.px : 0)
  return { any: width > 0, width: Math.max(80, 28 + width), of }
}
