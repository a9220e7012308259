/** Who may read a noun: its values inside other answers, streams and files are sent to these users only. */
import type { Principal } from '../ctx.ts'

/** Either permission point allows a user to read rows of the noun. */
export const mayRead = (user: Principal, noun: string): boolean =>
  user.permissions.has(`${noun}:list`) || user.permissions.has(`${noun}:view`)
