/** Who gets live messages about what is sent to devices: also who reads the people that they store. */
import { person } from '#modules/people/person.noun.ts'
import { liveReaders } from '#server/liveReaders.ts'
import { syncTask } from './syncTask.noun.ts'

export const syncReaders = liveReaders('sync', [syncTask.key, person.key])
