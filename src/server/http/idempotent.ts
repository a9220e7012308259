/** `Idempotency-Key`: the same key with the same request returns the same answer; answers are kept sealed for seven days. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#model/error.ts'
import type { Ports } from '../ports.ts'
import type { RequestedContext } from './requestContext.ts'

const ENGINE = { role: 'engine' } as const

/**
 * Runs `work` once per key and user. A refusal frees the key; a key whose request is still running, or had another body, is
 * refused. The request was judged before: an answer is only given again to who may still have it, with the same reach.
 */
export async function idempotent<T>(
  ports: Ports,
  request: FastifyRequest,
  { user, actor }: RequestedContext,
  work: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method === 'GET' || user.userId === '0') return work()
  if (typeof key !== 'string' || key.length === 0 || key.length > 255)
    throw new Refusal('invalid', {
      text: ['Idempotency-Key 应为1到255个字符', 'Idempotency-Key must be 1 to 255 characters'],
    })
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify([request.body ?? null, actor])}`)
    .digest()
  const place = `engine.idempotency|answer|${user.userId}|${key}`
  const claimed = await ports.db.query<{ user_id: string }>(
    ENGINE,
    sql`insert into engine.idempotency (user_id, key, request_hash) values (${user.userId}, ${key}, ${hash}) on conflict do nothing returning user_id`,
  )
  if (claimed.length === 0) {
    const [kept] = await ports.db.query<{ request_hash: Buffer; answer_sealed: Buffer | null }>(
      ENGINE,
      sql`select request_hash, answer_sealed from engine.idempotency where user_id = ${user.userId} and key = ${key}`,
    )
    if (!kept) throw new Refusal('key_running')
    if (!kept.request_hash.equals(hash)) throw new Refusal('key_reused')
    if (kept.answer_sealed === null) throw new Refusal('key_running')
    return JSON.parse(ports.vault.open(kept.answer_sealed, place).toString()) as T
  }
  try {
    const result = await work()
    await ports.db.query(
      ENGINE,
      sql`update engine.idempotency set status = 200, answer_sealed = ${ports.vault.seal(JSON.stringify(result), place)} where user_id = ${user.userId} and key = ${key}`,
    )
    return result
  } catch (error) {
    await ports.db
      .query(ENGINE, sql`delete from engine.idempotency where user_id = ${user.userId} and key = ${key}`)
      .catch(() => {})
    throw error
  }
}
