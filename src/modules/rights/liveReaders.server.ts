/** Who else gets live messages about what is sent to devices: who reads rights, whose state it is. */
import { liveReaders } from '#server/liveReaders.ts'
import { personAuth } from './personAuth.noun.ts'

export const rightsReaders = liveReaders('sync', [personAuth.key])
