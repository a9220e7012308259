/** Who gets live messages about notices: the accounts that each names. */
import { liveReaders } from '#server/liveReaders.ts'

export const noticeReaders = liveReaders('notice', [])
