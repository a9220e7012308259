/** Password hashing outside the event loop: argon2id, two at a time, with a short queue; more are refused. */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#model/error.ts'
import type { Hashing } from '../ports.ts'

// argon2id is 2 in the library's const enum, which type stripping cannot import.
const OPTIONS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const QUEUE = 100

export function makeHashing(): Hashing {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= QUEUE) throw new Refusal('too_many', { data: { retryAfterS: 5 } })
      await new Promise<void>(resolve => waiting.push(resolve))
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
  return {
    hashPassword: password => turn(() => hash(password, OPTIONS)),
    verifyPassword: (stored, password) => turn(() => verify(stored, password).catch(() => false)),
  }
}
