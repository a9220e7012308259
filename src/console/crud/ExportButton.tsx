/** Saves what the list shows, with its filters, as a file. */
import { useState } from 'react'
import { Download } from 'lucide-react'
import type { Lens, Noun } from '#model/noun.ts'
import type { Row } from '#console/crud/Row.ts'
import { download } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import type { Column } from '#console/kit/column.ts'
import { useSay } from '#console/kit/language.tsx'
import { isShown, useColumnMemory } from '#console/kit/useColumnMemory.ts'

export type ExportButtonProps = {
  noun: Noun
  lens: Lens
  /** The columns of the list; those that are shown are saved, in their order. */
  columns?: readonly Column<Row>[]
  query: Readonly<Record<string, unknown>>
  disabled?: boolean
}

const none: readonly Column<Row>[] = []

export const ExportButton = ({ noun, lens, columns = none, query, disabled }: ExportButtonProps) => {
  const say = useSay()
  const { choice, ordered } = useColumnMemory(lens.key, columns)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const { current: _current, size: _size, ...filters } = query
    const day = new Date().toLocaleDateString('sv-SE')
    await download(`${noun.api}/export`, `${say(lens.label)} ${day}.csv`, {
      query: { ...filters, columns: ordered.filter(column => isShown(column, choice)).map(column => column.key) },
    })
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={busy} disabled={disabled ?? false} onPress={() => void save()}>
      {say(['导出', 'Export'])}
    </Button>
  )
}
