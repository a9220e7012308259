/**
 * The time-consuming work of a server: password comparisons and statements. Requests with the same work
 * take the same time, also on a busy machine.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { TestServer } from './server.ts'

/** The work caused by `act`, in order; the real work is done. */
export async function workOf(server: TestServer, act: () => Promise<unknown>): Promise<string[]> {
  const doing = new AsyncLocalStorage<string[]>()
  const { query } = pg.Client.prototype
  const { hashing } = server.ports
  const { verifyPassword, hashPassword } = hashing
  const note = (what: string): void => void doing.getStore()?.push(what)
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    note(typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, given as Parameters<typeof query>)
  } as typeof query
  hashing.verifyPassword = (...given) => (note('a password is compared'), verifyPassword(...given))
  hashing.hashPassword = (...given) => (note('a password is hashed'), hashPassword(...given))
  const done: string[] = []
  try {
    await doing.run(done, act)
  } finally {
    pg.Client.prototype.query = query
    Object.assign(hashing, { verifyPassword, hashPassword })
  }
  return done
}
