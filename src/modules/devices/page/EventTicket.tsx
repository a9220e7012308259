/** Makes a repair ticket of an event: the device and what happened are filled in. */
import type { DeviceClass } from '#model/device.ts'
import { showInstant } from '#base/time.ts'
import { AddElsewhere } from '#console/crud/form/AddElsewhere.tsx'
import { useMe } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { deviceEvent } from '../facts/facts.noun.ts'
import type { EventRow } from './DeviceRow.ts'
import { eventContent, eventLabel } from './eventWords.ts'

export type EventTicketProps = { deviceClass: DeviceClass; event: EventRow; onClose: () => void }

export const EventTicket = ({ deviceClass, event, onClose }: EventTicketProps) => {
  const translate = useTranslate()
  const me = useMe()
  const content = [translate(eventLabel(deviceClass, event)), eventContent(deviceClass, event, translate)]
  return (
    <AddElsewhere
      lens="equipmentReport"
      start={{
        deviceId: event.deviceId,
        eventId: event.id,
        content: `${showInstant(event.time)} ${content.filter(Boolean).join(' · ')}`,
        reporter: me?.sysUser.nickname ?? null,
      }}
      onSaved={() => void invalidateRows(deviceEvent.api)}
      onClose={onClose}
    />
  )
}
