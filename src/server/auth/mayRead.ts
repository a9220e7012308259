/** Who may read a noun: values of it inside other answers, streams and files go to those only. */
import type { Principal } from '../ctx.ts'

/** Either point lets somebody read rows of the noun. */
export const mayRead = (user: Principal, noun: string): boolean =>
  user.permissions.has(`${noun}:list`) || user.permissions.has(`${noun}:view`)
