/** Saves the filtered rows of a list as a file: a short list at once, a long one as a job with its file in the list of jobs. */
import { useState } from 'react'
import { Download } from 'lucide-react'
import type { Lens, Noun } from '#model/noun.ts'
import type { Input, Row } from '#model/row.ts'
import { Button } from '#console/kit/Button.tsx'
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

const none: readonly Column<Row>[] = []

export const ExportButton = ({ noun, lens, columns = none, query, total, more = false }: ExportButtonProps) => {
  const translate = useTranslate()
  const { choice, ordered } = useColumnMemory(lens.key, columns)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const { exportList } = await import('#console/crud/list/exportList.ts')
    await exportList({ noun, lens, query, total, more, columns: ordered.filter(column => isShown(column, choice)) })
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={busy} disabled={total === 0} onPress={() => void save()}>
      {translate(['导出', 'Export'])}
    </Button>
  )
}
