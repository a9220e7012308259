/** The columns of doors: the state as the device reports it, and how far the settings have got to it. */
import { useNow } from '#modules/devices/page/useNow.ts'
import { DEVICE_OFFLINE } from '#base/deviceTexts.ts'
import { STATE } from '#base/listTexts.ts'
import { agoText, shortInstant, spanText } from '#base/ago.ts'
import { DELIVERY, type DeliveryKey } from '#model/delivery.ts'
import type { DeviceClass } from '#model/device.ts'
import type { RowOf } from '#model/row.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Status } from '#console/kit/Pill.tsx'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { lookOf } from '#modules/devices/page/partState.ts'
import { StateGlyph } from '#modules/devices/page/StateGlyph.tsx'
import type { doorControl } from '../doorControl.noun.ts'

type Door = RowOf<typeof doorControl>
const NONE: Words = ['未设置', 'Not set']
const ON_DEVICE: Words = ['已在设备上', 'On the device']
const DIFFERS: Words = ['与设备不一致', 'Differs']

/** On the device, differs from it, or waits, and since when. */
export const Delivery = ({ door }: { door: Door }) => {
  const now = useNow(10_000)
  if (!door.settingId || !door.delivery) return <Status tone="off" word={NONE} note={['按出厂参数', 'As delivered']} />
  const { tone, word } = DELIVERY[door.delivery as DeliveryKey]
  const since = door.since ? Date.parse(door.since) : now
  if (door.delivery === 'confirmed') return <Status tone="ok" word={ON_DEVICE} note={shortInstant(since)} />
  const [zh, en] = door.delivery === 'failed' ? agoText(since, now) : spanText(now - since)
  const note: Words =
    door.delivery === 'failed' ? [door.failure ?? zh, door.failure ?? en] : [`已等 ${zh}`, `For ${en}`]
  return <Status tone={door.differs ? 'warn' : tone} word={door.differs ? DIFFERS : word} note={note} />
}

type DoorStateProps = { door: Door; deviceClass: DeviceClass; device: DeviceRow | undefined }
const DoorState = ({ door, deviceClass, device }: DoorStateProps) => {
  const translate = useTranslate()
  const now = useNow(10_000)
  if (!device) return <span className="table-none">—</span>
  const look = lookOf(deviceClass, device, door.component, now)
  const fact = device.online ? (look.fact ?? look.word) : DEVICE_OFFLINE
  return (
    <span className="state-glyphs">
      <StateGlyph {...look} label={translate(look.word)} />
      <span className="two">
        <b>{translate(look.word)}</b>
        <small data-tone={look.tone}>{translate(fact)}</small>
      </span>
    </span>
  )
}

export const doorColumns = (deviceClass: DeviceClass, devices: readonly DeviceRow[]): ColumnChanges<Door> => ({
  doorName: { width: 200 },
  online: {
    label: STATE,
    width: 148,
    render: door => (
      <DoorState door={door} deviceClass={deviceClass} device={devices.find(one => one.id === door.deviceId)} />
    ),
  },
  delivery: { width: 148, render: door => <Delivery door={door} /> },
})
