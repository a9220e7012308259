/** Removals that can be undone, in the top bar of every page while there are any. */
import { Undo2 } from 'lucide-react'
import { useRemovals } from '#console/data/removals.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'

const load = () => import('#console/app/shell/UndoList.tsx')
const UndoList = lazy(async () => (await load()).default)

export const UndoTray = () => {
  const removals = useRemovals()
  if (removals.length === 0) return null
  const button = { icon: Undo2, label: ['最近删除', 'Recently deleted'] as const }
  return (
    <Deferred
      load={load}
      placeholder={begin => <IconButton {...button} aria-haspopup="dialog" aria-expanded={false} onPress={begin} />}
    >
      <UndoList removals={removals} trigger={<IconButton {...button} />} />
    </Deferred>
  )
}
