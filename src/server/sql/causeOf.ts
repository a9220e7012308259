/** The cause of a database error: the content to be stored, a duplicate id, a temporary condition, or a defect of the platform. */
import { isDown } from './isDown.ts'

/**
 * `content`: the same rows fail every time. `collision`: an id of ours is taken, new ids help.
 * `later`: a lock, a timeout, a lost connection or a lack of space; the same rows may be stored in a moment.
 * `fault`: anything else, such as a missing table; neither other rows nor waiting helps.
 */
export type Cause = 'content' | 'collision' | 'later' | 'fault'

/** Transaction conflicts (40), objects in use and locks (55), cancelled statements (57014), ended sessions (25P0x), system errors (58). */
const LATER = /^(40...|55P03|55006|57014|25P0[34]|58...)$/
/** Data exceptions (22), integrity (23) and program limits, such as values too large or nested too deeply (54). */
const CONTENT = /^(22|23|54)...$/

export function causeOf(error: unknown): Cause {
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  if (isDown(error) || LATER.test(code)) return 'later'
  if (code === '23505' && constraint.endsWith('_pkey')) return 'collision'
  if (CONTENT.test(code)) return 'content'
  // Thrown by our own code for a value before the database sees it.
  return error instanceof RangeError || error instanceof TypeError ? 'content' : 'fault'
}

/** True when the same statement may succeed in a moment. */
export const isLater = (error: unknown): boolean => causeOf(error) === 'later'
