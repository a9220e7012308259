/** Refuses what only accounts of the platform do, whatever points others hold. */
import { Refusal } from '#model/error.ts'
import { isPlatform, type Principal } from '../ctx.ts'

export function requirePlatform(user: Principal): void {
  if (!isPlatform(user))
    throw new Refusal('forbidden', { text: ['仅限平台账号使用', 'Only accounts of the platform may do this'] })
}
