/** The card of an open cell, floating beside it. */
import { Floating } from '#console/kit/overlay/Floating.tsx'
import { CellCard } from './CellCard.tsx'
import type { Door, MatrixPerson } from './matrix.ts'

export type OpenCellProps = {
  person: MatrixPerson
  door: Door
  appId: string
  anchor: HTMLElement
  onClose: () => void
}

export const OpenCell = ({ anchor, ...cell }: OpenCellProps) => {
  const name = `${cell.person.name} → ${cell.door.deviceName}`
  return (
    <Floating label={[name, name]} anchor={anchor} width={392} onClose={cell.onClose}>
      <CellCard {...cell} />
    </Floating>
  )
}
