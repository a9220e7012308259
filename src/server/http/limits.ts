/**
 * Every limit on what a stranger, or one session, may cost, in one list. Routes without a session name theirs; a route that
 * names none does not start. Counted in the process, by address and fixed window; an IPv6 network of 64 bits is one address.
 */
import { isIPv6 } from 'node:net'
import { Refusal } from '#model/error.ts'

export interface Budget {
  /** Requests of one address in a window. */
  most: number
  windowS: number
  what: string
}

export const BUDGETS = {
  read: { most: 3000, windowS: 60, what: 'public pages, documents, adverts, labels, settings' },
  write: { most: 60, windowS: 60, what: 'reports, messages, registrations, clicks and votes of strangers' },
  captcha: { most: 60, windowS: 60, what: 'drawing captchas' },
  signIn: { most: 600, windowS: 60, what: 'ways in; tries are counted by name and place besides' },
  message: { most: 30, windowS: 60, what: 'messages to phones; what is sent is counted by phone besides' },
  device: { most: 6000, windowS: 60, what: 'files that devices fetch by signed links, many behind one address' },
} as const satisfies Record<string, Budget>
export type BudgetName = keyof typeof BUDGETS

/** Of one session. */
export const SESSION_LIMITS = { liveStreams: 20 } as const

const MOST_COUNTED = 50_000

const addressOf = (ip: string): string => (isIPv6(ip) && !ip.startsWith('::ffff:') ? ip.split(':', 4).join(':') : ip)

export interface Budgets {
  /** Counts one request; refuses it beyond the budget, with the seconds until the next window. */
  spend(name: BudgetName, ip: string, nowMs: number): void
}

export function makeBudgets(): Budgets {
  const counted = new Map<string, { n: number; untilMs: number }>()
  const makeRoom = (nowMs: number): void => {
    for (const [key, { untilMs }] of counted) if (untilMs <= nowMs) counted.delete(key)
    // Still full of live windows: the oldest go, so that strangers cannot fill the memory.
    for (const key of counted.keys()) {
      if (counted.size < MOST_COUNTED / 2) break
      counted.delete(key)
    }
  }
  return {
    spend(name, ip, nowMs) {
      const { most, windowS } = BUDGETS[name]
      const key = `${name} ${addressOf(ip)}`
      const known = counted.get(key)
      if (!known || known.untilMs <= nowMs) {
        if (counted.size >= MOST_COUNTED) makeRoom(nowMs)
        counted.set(key, { n: 1, untilMs: nowMs + windowS * 1000 })
        return
      }
      known.n += 1
      if (known.n > most)
        throw new Refusal('too_many', { data: { retryAfterS: Math.ceil((known.untilMs - nowMs) / 1000) } })
    },
  }
}
