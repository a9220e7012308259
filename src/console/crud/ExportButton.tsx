/** Saves what the list shows, with its filters, as a file. */
import { useState } from 'react'
import { Download } from 'lucide-react'
import type { Lens, Noun } from '#model/noun.ts'
import { download } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useSay } from '#console/kit/language.tsx'

export type ExportButtonProps = { noun: Noun; lens: Lens; query: Readonly<Record<string, unknown>>; disabled?: boolean }

export const ExportButton = ({ noun, lens, query, disabled }: ExportButtonProps) => {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const { current: _current, size: _size, ...filters } = query
    const day = new Date().toLocaleDateString('sv-SE')
    await download(`${noun.api}/export`, `${say(lens.label)} ${day}.csv`, { query: filters })
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={busy} disabled={disabled ?? false} onPress={() => void save()}>
      {say(['导出', 'Export'])}
    </Button>
  )
}
