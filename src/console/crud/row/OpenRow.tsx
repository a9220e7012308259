/** The drawer of a list, and over it the rows that were opened from references; its code is loaded when the first row is opened. */
import { type MouseEvent } from 'react'
import type { LiveState } from '#console/data/live.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import type { RowDrawerProps } from '#console/crud/row/RowDrawer.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Covered } from '#console/kit/overlay/Covered.ts'
import './OpenRow.css'

const RowDrawer = lazy(async () => (await import('#console/crud/row/RowDrawer.tsx')).default)
const ReferredDrawer = lazy(async () => (await import('#console/crud/row/ReferredDrawer.tsx')).default)

type OpenRowProps = RowDrawerProps & { live: LiveState; address: ListAddress }

/** To be called with presses anywhere in the list or in its drawers. */
export const followReference = (event: MouseEvent, { refs, setRefs }: ListAddress): void => {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-ref]') : null
  const ref = pressed?.dataset.ref
  // One that is pressed in the list itself begins anew.
  if (pressed && ref) setRefs(pressed.closest('.drawer') ? [...refs, ref] : [ref])
}

const Referred = ({ row, refs, setRefs }: ListAddress) => {
  const last = refs.at(-1)
  if (last === undefined) return null
  const [key = '', id = ''] = last.split('.')
  return (
    <ReferredDrawer
      key={refs.join()}
      referred={{ key, id }}
      below={row !== undefined || refs.length > 1}
      onBack={() => setRefs(refs.slice(0, -1))}
    />
  )
}

const Own = ({ live, ...props }: Omit<OpenRowProps, 'address'>) => {
  const { id, rows, pieces, onRow, onEdit } = props
  if (id === undefined) return null
  const at = rows.findIndex(row => row.id === id)
  const step = (by: 1 | -1): (() => void) | undefined => {
    const next = at < 0 ? undefined : rows[at + by]
    return next && (() => onRow(next.id))
  }
  return (
    pieces.beside?.({
      ...{ id, live, onEdit },
      listed: rows[at],
      onClose: () => onRow(undefined),
      onPrevious: step(-1),
      onNext: step(1),
    }) ?? <RowDrawer {...props} onPrevious={step(-1)} onNext={step(1)} />
  )
}

export const OpenRow = ({ address, ...own }: OpenRowProps) => (
  <>
    {/* It stays, with all that was typed in it. */}
    <Covered value={address.refs.length > 0}>
      <Own {...own} />
    </Covered>
    <Referred {...address} />
  </>
)
