/** The number of selected rows and the actions on them: on some rows, or on every row that matches the filters. */
import { DELETE } from '#base/listTexts.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import type { List } from '#console/crud/list/useList.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { SelectionBar } from '#console/kit/table/SelectionBar.tsx'

export const BulkBar = ({ list }: { list: List }) => {
  const translate = useTranslate()
  const { noun, acts, offers, selected, found, pieces } = list
  const { rows, whole } = selected
  const total = found.total ?? 0
  const page = found.rows
  // All rows of the page are selected, more rows match, and their number is known.
  const wider = !whole && rows.length === page.length && total > page.length && !found.more
  const count = whole ? total : rows.length
  const all = { filter: found.filters, count: total }
  return (
    <SelectionBar
      count={count}
      {...(whole
        ? {
            words: [
              `已选择符合条件的全部 ${total.toLocaleString('en-US')} 项`,
              `All ${total.toLocaleString('en-US')} that match are selected`,
            ] as const,
          }
        : {})}
      {...(offers('selectClear') ? { onClear: selected.clear } : {})}
    >
      {wider && (
        <Button variant="quiet" size="small" onPress={selected.chooseWhole}>
          {translate([
            `选择符合条件的全部 ${total.toLocaleString('en-US')} 项`,
            `Select all ${total.toLocaleString('en-US')} that match`,
          ])}
        </Button>
      )}
      {count > 0 && pieces.bulk?.(rows, whole ? all : { ids: rows.map(row => row.id) })}
      {acts
        .bulkActs(rows)
        // A custom dialog of the page is for one row only.
        .filter(act => !pieces.dialogs?.[act.name])
        .map(act => (
          <Button key={act.name} size="small" onPress={() => void acts.begin(whole ? act.onMatching(all) : act)}>
            {translate(act.label)}
          </Button>
        ))}
      {offers('delete') && rows.some(row => allows(noun, row, 'remove')) && (
        <Button
          size="small"
          tone="bad"
          data-shortcut="Delete"
          onPress={() => void (whole ? acts.removeMatching(all) : acts.remove(rows))}
        >
          {translate(DELETE)}
        </Button>
      )}
    </SelectionBar>
  )
}
