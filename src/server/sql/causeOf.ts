/** What stands behind an error of the database: the content that was to be stored, an id that is taken, the moment, or the platform itself. */
import { isDown } from './isDown.ts'

/**
 * `content`: the same rows fail again whenever they are tried. `collision`: an id of ours is taken, new ids help.
 * `later`: a lock, a timeout, a lost connection or a lack of room; the same rows may be stored in a moment.
 * `fault`: anything else, such as a missing table; neither the rows nor time mend it.
 */
export type Cause = 'content' | 'collision' | 'later' | 'fault'

/** Conflicts of transactions (40), objects in use and locks (55), cancelled statements (57014), ended sessions (25P0x), errors of the system below (58). */
const LATER = /^(40...|55P03|55006|57014|25P0[34]|58...)$/
/** Data exceptions (22), integrity (23) and limits of the program such as too deep or too large a value (54). */
const CONTENT = /^(22|23|54)...$/

export function causeOf(error: unknown): Cause {
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  if (isDown(error) || LATER.test(code)) return 'later'
  if (code === '23505' && constraint.endsWith('_pkey')) return 'collision'
  if (CONTENT.test(code)) return 'content'
  // What our own code throws at a value before the database sees it.
  return error instanceof RangeError || error instanceof TypeError ? 'content' : 'fault'
}

/** True when the same statement may succeed in a moment, with nothing changed. */
export const isLater = (error: unknown): boolean => causeOf(error) === 'later'
