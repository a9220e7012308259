/** The buttons at the end of a row: view, edit, delete, then those of the definition. */
import { DELETE, EDIT, VIEW } from '#base/listTexts.ts'
import { useMemo } from 'react'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import type { ListButton, Noun } from '#model/noun.ts'
import { actsWidth } from '#console/crud/act/actsWidth.ts'
import type { Row } from '#model/row.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import type { Acts } from '#console/crud/act/useActs.ts'
import { can } from '#console/data/me.ts'
import { removeAct, type RowAct } from '#console/kit/table/column.ts'
import { editAct } from '#console/kit/table/inlineActs.tsx'
import { useTranslate } from '#console/kit/language.tsx'

type Given = {
  noun: Noun
  acts: Acts
  pieces: LensPieces
  /** Whether the definition of the list shows the button. */ shows?: (button: ListButton) => boolean
  /** Whether rows can be edited in place. */ inline?: boolean
  onView: (row: Row) => void
  onEdit: (row: Row) => void
  /** Only for trees. */ onAddBelow?: (row: Row) => void
}

export const useRowActs = ({
  noun,
  acts,
  pieces,
  shows,
  inline,
  onView,
  onEdit,
  onAddBelow,
}: Given): { any: boolean; width: number; of: (row: Row) => readonly RowAct[] } => {
  const translate = useTranslate()
  return useMemo(() => {
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
      ...(inline && allows(noun, row, 'edit')
        ? [{ id: editAct, label: ['行编辑', 'Edit in the row'] as const, onPress: () => {} }]
        : []),
      ...(offers('edit') && allows(noun, row, 'edit') ? [{ id: 'edit', label: EDIT, onPress: () => onEdit(row) }] : []),
      ...(offers('delete') && allows(noun, row, 'remove')
        ? [{ id: removeAct, label: DELETE, danger: true, onPress: () => void acts.remove([row]) }]
        : []),
    ]
    const of = (row: Row): readonly RowAct[] => [
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
    const none = { id: '0' }
    const width = actsWidth(
      noun,
      { before: own(none), after: [...acts.rowActs(none), ...ofPage(none, true)] },
      { can, translate },
    )
    return { any: width > 0, width: Math.max(80, 28 + width), of }
  }, [noun, acts, pieces, shows, inline, onView, onEdit, onAddBelow, translate])
}
