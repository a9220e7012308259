/** The buttons at the foot of the drawer of a row: editing and removing, or, where the user may do neither, its other actions. */
import { DELETE, EDIT } from '#base/listTexts.ts'
import type { Row } from '#model/row.ts'
import type { Acts } from '#console/crud/act/useActs.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { RowAct } from '#console/kit/table/column.ts'

/** More would fill the drawer; the others are in its menu. */
const MOST_AT_FOOT = 6

/** What is done with a row in the drawer: at the foot, most urgent first, and in the menu of the header. */
export const actsInDrawer = (
  acts: Acts,
  row: Row,
  ofPage: readonly RowAct[],
): { foot: readonly RowAct[]; menu: readonly RowAct[] } => {
  const own = acts
    .rowActs(row)
    .map((act): RowAct => ({
      ...{ id: act.name, label: act.label, danger: act.danger ?? false },
      onPress: () => void acts.begin(act),
    }))
  if (acts.mayOn(row, 'edit') || acts.mayOn(row, 'remove')) return { foot: [], menu: [...ofPage, ...own] }
  const all = [...own, ...ofPage]
  return { foot: all.slice(0, MOST_AT_FOOT), menu: all.slice(MOST_AT_FOOT) }
}

export const RowFoot = ({
  acts,
  row,
  foot,
  onEdit,
}: {
  acts: Acts
  row: Row
  foot: readonly RowAct[]
  onEdit: (row: Row) => void
}) => {
  const translate = useTranslate()
  if (foot.length)
    return (
      <div className="drawer-acts">
        {foot.map(({ id, label, danger, onPress }, at) => (
          <Button key={id} {...(danger ? { tone: 'bad' } : at === 0 ? { variant: 'primary' } : {})} onPress={onPress}>
            {translate(label)}
          </Button>
        ))}
      </div>
    )
  return (
    <>
      {acts.mayOn(row, 'remove') && (
        <Button tone="bad" onPress={() => void acts.remove([row])}>
          {translate(DELETE)}
        </Button>
      )}
      {acts.mayOn(row, 'edit') && (
        <Button variant="primary" onPress={() => onEdit(row)}>
          {translate(EDIT)}
        </Button>
      )}
    </>
  )
}
