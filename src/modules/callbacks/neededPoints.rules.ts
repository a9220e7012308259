/** What a callback needs of who saves it: to read what it carries. */
import type { DeviceClass } from '#model/device.ts'
import { readersOfRecord } from '#modules/devices/facts/readers.rules.ts'
import { readingAny, type NeededPoints } from '#modules/identity/account/neededPoints.rules.ts'
import { CALLBACK_EVENTS } from './callback.noun.ts'

type EventType = keyof typeof CALLBACK_EVENTS
const DEVICE = readingAny('deviceBind', 'device')
/** Events and alarms are told apart by their level: a class may store them in several families. */
const OF_EVENTS = null
const READERS: Readonly<Record<EventType, readonly string[] | typeof OF_EVENTS>> = {
  passage: readingAny('passRecord'),
  event: OF_EVENTS,
  alarm: OF_EVENTS,
  escalation: readingAny('deviceAlarm'),
  online: DEVICE,
  offline: DEVICE,
}

const ofEvents = (deviceClass: DeviceClass | undefined): NeededPoints => {
  const nouns = Object.values(deviceClass?.events ?? {}).flatMap(({ record }) =>
    record === 'passage' ? [] : [readersOfRecord(record)],
  )
  return [...new Set(nouns)].map(noun => readingAny(noun))
}

/** For these types of events; a test carries an example. */
export const neededPoints = (deviceClass: DeviceClass | undefined, types: readonly string[]): NeededPoints =>
  types.flatMap(type => {
    if (type === 'test') return []
    const points = READERS[type as EventType]
    return points === OF_EVENTS ? ofEvents(deviceClass) : [points]
  })
