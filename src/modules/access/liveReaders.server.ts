/** Who gets live messages about passages. */
import { isPassage } from '#model/families.ts'
import { liveReaders } from '#server/liveReaders.ts'
import { passRecord } from './passRecord.noun.ts'

export const passageReaders = liveReaders('fact', ({ family }) => (isPassage(family) ? [passRecord.key] : []))
