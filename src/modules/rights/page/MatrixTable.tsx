/** People by doors: one glyph per cell, as plain HTML so that forty doors by fifty people stay fast. */
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { PEOPLE } from '#base/subjectTexts.ts'
import { memo, type CSSProperties } from 'react'
import { DELIVERY, DIRECT, isDirect, type DeliveryKey } from '#model/delivery.ts'
import { GLYPHS } from './glyphs.tsx'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { daysLeft, type Door, type Matrix, type MatrixPerson } from './matrix.ts'

const Face = ({ person }: { person: MatrixPerson }) => (
  <Avatar name={person.name} src={usePictureUrl(person.portraitFile)} size={28} />
)

export const CellGlyph = ({ state, days }: { state: DeliveryKey; days: number | null }) => {
  const words = useTranslate()(['天', 'd'])
  if (days !== null && state === 'confirmed')
    return (
      <span className="am-days">
        {days} {words}
      </span>
    )
  const Glyph = GLYPHS[state]
  return <Glyph />
}

type HeadProps = {
  doors: readonly Door[]
  open: string | undefined
  all: boolean | 'mixed'
  onAll: (on: boolean) => void
}

const Head = memo(({ doors, open, all, onAll }: HeadProps) => {
  const translate = useTranslate()
  const devices = [...Map.groupBy(doors, door => door.deviceId).values()]
  return (
    <thead>
      <tr>
        <th className="am-person" rowSpan={2}>
          <span className="am-all">
            <Checkbox
              checked={all === true}
              mixed={all === 'mixed'}
              onChange={onAll}
              label={translate(['全选', 'Choose all'])}
            />
            {translate(PEOPLE)}
          </span>
        </th>
        {devices.map(own => {
          const [door] = own as [Door]
          const left = door.capacity && door.personCount !== null ? door.capacity - door.personCount : null
          return (
            <th
              key={door.deviceId}
              className="am-device"
              colSpan={own.length}
              data-cross={own.some(one => one.id === open) || undefined}
            >
              <b>
                <i className="glyph" data-tone={door.online ? 'ok' : 'off'} />
                {door.deviceName}
              </b>
              <small data-warn={(left !== null && left < 100) || undefined}>
                {!door.online
                  ? translate(OFFLINE)
                  : door.capacity
                    ? `${door.personCount ?? 0}/${door.capacity}`
                    : translate(ONLINE)}
              </small>
            </th>
          )
        })}
      </tr>
      <tr>
        {doors.map(door => (
          <th key={door.id} data-cross={door.id === open || undefined}>
            {door.name ?? translate([`门 ${door.no}`, `Door ${door.no}`])}
          </th>
        ))}
      </tr>
    </thead>
  )
})

export const MatrixTable = ({
  matrix,
  open,
  now,
  selected,
  onSelect,
  onOpen,
}: {
  matrix: Matrix
  open: { person: string; door: string } | undefined
  now: number
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  /** `anchor` is the element of the cell. */
  onOpen: (open: { person: string; door: string; anchor: HTMLElement }) => void
}) => {
  const translate = useTranslate()
  const chosen = matrix.people.filter(person => selected.has(person.id)).length
  const toggle = (id: string, on: boolean): void =>
    onSelect(new Set(on ? [...selected, id] : [...selected].filter(one => one !== id)))
  const cells = new Map(matrix.cells.map(cell => [`${cell.subjectId}|${cell.component}`, cell]))
  return (
    <div className="am-wrap" tabIndex={0} role="region" aria-label={translate(['授权矩阵', 'Matrix of rights'])}>
      <table className="am" style={{ '--doors': matrix.doors.length } as CSSProperties}>
        <Head
          doors={matrix.doors}
          open={open?.door}
          all={chosen === 0 ? false : chosen === matrix.people.length ? true : 'mixed'}
          onAll={on => onSelect(new Set(on ? matrix.people.map(person => person.id) : []))}
        />
        <tbody>
          {matrix.people.map(person => (
            <tr
              key={person.id}
              data-cross={person.id === open?.person || undefined}
              data-selected={selected.has(person.id) || undefined}
            >
              <th className="am-person" scope="row">
                <span>
                  <Checkbox
                    checked={selected.has(person.id)}
                    onChange={on => toggle(person.id, on)}
                    label={person.name}
                  />
                  <Face person={person} />
                  <span>
                    <b>{person.name}</b>
                    <small>{person.orgName ?? person.personNo ?? ''}</small>
                  </span>
                </span>
              </th>
              {matrix.doors.map(door => {
                const cell = cells.get(`${person.id}|${door.id}`)
                const state = cell?.state ?? 'none'
                const isOpen = open?.person === person.id && open.door === door.id
                return (
                  <td
                    key={door.id}
                    data-state={state}
                    data-open={isOpen || undefined}
                    data-cross={door.id === open?.door || undefined}
                  >
                    <button
                      type="button"
                      aria-label={`${person.name}, ${door.deviceName}: ${translate(DELIVERY[state].word)}${isDirect(cell?.given) ? `, ${translate(DIRECT)}` : ''}`}
                      onClick={event => onOpen({ person: person.id, door: door.id, anchor: event.currentTarget })}
                    >
                      <CellGlyph state={state} days={daysLeft(cell?.until ?? null, now)} />
                      {isDirect(cell?.given) && <i className="am-direct" />}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
