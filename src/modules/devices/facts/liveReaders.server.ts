/** Who gets the live messages of devices: their facts, states, connections, logs, alarms and commands. */
import { FAMILIES, isPassage } from '#model/families.ts'
import { liveReaders } from '#server/liveReaders.ts'
import { readersOfRecord } from './readers.rules.ts'

const DEVICE = ['deviceBind', 'device', 'session']

const READERS = new Map<number, string>(
  (['capture', 'operation'] as const).map(family => [FAMILIES[family].wire, readersOfRecord(family)]),
)
/** Passages are those of a later module. */
export const factReaders = liveReaders('fact', ({ family }) =>
  isPassage(family) ? [] : [READERS.get(family) ?? 'deviceEvent'],
)
export const alarmReaders = liveReaders('alarm', ['deviceAlarm'])
export const logReaders = liveReaders('log', ['deviceLog'])
export const stateReaders = liveReaders('state', DEVICE)
export const sessionReaders = liveReaders('session', DEVICE)
export const commandReaders = liveReaders('command', ['command', 'deviceOperation'])
/** For the accounts that a message names. */
export const portraitReaders = liveReaders('portrait', [])
