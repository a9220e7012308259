/** Saves the filtered rows of a list as a file: a short list at once, a long one as a job with its file in the list of jobs. */
import { useState } from 'react'
import { ChevronDown, Download } from 'lucide-react'
import type { Text } from '#base/text.ts'
import type { Lens, Noun } from '#model/noun.ts'
import type { Input, Row } from '#model/row.ts'
import { Button } from '#console/kit/Button.tsx'
import { Row as Line } from '#console/kit/layout/Row.tsx'
import { MenuButton } from '#console/kit/overlay/MenuButton.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { isShown, useColumnMemory } from '#console/kit/table/useColumnMemory.ts'

export type ExportButtonProps = {
  noun: Noun
  lens: Lens
  /** The columns of the list; the visible ones are saved, in their order. */
  columns?: readonly Column<Row>[]
  query: Readonly<Input>
  total: number
  /** There are more rows than `total`. */
  more?: boolean | undefined
}

const formats: readonly { id: 'xlsx' | 'csv'; label: Text }[] = [
  { id: 'xlsx', label: ['Excel 工作簿（.xlsx）', 'Excel workbook (.xlsx)'] },
  { id: 'csv', label: ['CSV 文本（.csv）', 'CSV text (.csv)'] },
]
const none: readonly Column<Row>[] = []

export const ExportButton = ({ noun, lens, columns = none, query, total, more = false }: ExportButtonProps) => {
  const translate = useTranslate()
  const { choice, ordered } = useColumnMemory(lens.key, columns)
  const [busy, setBusy] = useState(false)
  const save = async (format: 'xlsx' | 'csv'): Promise<void> => {
    setBusy(true)
    const { exportList } = await import('#console/crud/list/exportList.ts')
    await exportList({
      noun,
      lens,
      query,
      total,
      more,
      format,
      columns: ordered.filter(column => isShown(column, choice)),
    })
    setBusy(false)
  }
  return (
    <Line gap={0}>
      <Button icon={Download} busy={busy} disabled={total === 0} onPress={() => void save('xlsx')}>
        {translate(['导出', 'Export'])}
      </Button>
      <MenuButton
        icon={ChevronDown}
        label={['导出格式', 'Format of the export']}
        placement="bottom end"
        items={formats.map(({ id, label }) => ({
          id,
          label,
          disabled: total === 0 || busy,
          onPress: () => void save(id),
        }))}
      />
    </Line>
  )
}
