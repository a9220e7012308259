/** The words at the end of a row: view, edit, delete, then what the definition adds. */
import { useMemo } from 'react'
import type { LensPieces } from '#console/crud/LensPage.tsx'
import type { Row } from '#console/crud/Row.ts'
import type { Acts } from '#console/crud/useActs.ts'
import type { RowAct } from '#console/kit/column.ts'
import { useLanguage } from '#console/kit/language.tsx'

type Given = { acts: Acts; pieces: LensPieces; onView: (row: Row) => void; onEdit: (row: Row) => void; /** Only for trees. */ onAddBelow?: (row: Row) => void }

export const useRowActs = ({ acts, pieces, onView, onEdit, onAddBelow }: Given): { any: boolean; width: number; of: (row: Row) => readonly RowAct[] } => {
  const english = useLanguage() === 'en'
  return useMemo(() => {
    const { may } = acts
    const of = (row: Row): readonly RowAct[] => [
      ...(pieces.acts?.(row) ?? []),
      ...(onAddBelow && may('add') ? [{ id: 'addBelow', label: ['新增下级', 'Add below'] as const, onPress: () => onAddBelow(row) }] : []),
      ...(may('view') && !onAddBelow ? [{ id: 'view', label: ['查看', 'View'] as const, onPress: () => onView(row) }] : []),
      ...(may('edit') ? [{ id: 'edit', label: ['编辑', 'Edit'] as const, onPress: () => onEdit(row) }] : []),
      ...(may('remove') ? [{ id: 'remove', label: ['删除', 'Delete'] as const, danger: true, onPress: () => void acts.remove([row]) }] : []),
      ...acts.rowActs(row).map((act): RowAct => ({ id: act.name, label: act.label, danger: act.danger ?? false, onPress: () => void acts.begin(act) })),
    ]
    const sample = of({ id: '0' }).length + (acts.rowActs({ id: '0' }).length > 0 ? 1 : 0)
    return { any: sample > 0, width: (english ? 28 : 20) + Math.min(4, Math.max(1, sample)) * (english ? 52 : 38) + (onAddBelow ? (english ? 40 : 28) : 0), of }
  }, [acts, pieces, onView, onEdit, onAddBelow, english])
}
