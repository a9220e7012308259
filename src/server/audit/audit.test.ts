/** S-AUD: the owner of the database changes, deletes, swaps, inserts and cuts rows; the verifier names the first bad row each time. */
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ports } from '#server/ports.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { dropAnchor } from './dropAnchor.ts'
import { retireAudit } from './retire.ts'
import { SEALED_AT_ONCE, sealBatch } from './seal.ts'
import { verifyAudit } from './verify.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
let ports: Ports
let owner: pg.Client
let nextId = 1_000_000n

beforeAll(async () => {
  server = await startTestServer()
  ports = server.ports
  owner = new pg.Client(server.installation.connection)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.close()
})

const sealAll = async (): Promise<void> => {
  while ((await sealBatch(ports)) === SEALED_AT_ONCE);
}
/** Rows as the product writes them; `at` is an SQL expression. */
async function write(count: number, at = "now() - interval '1 day'"): Promise<void> {
  await owner.query(
    `insert into audit.entry (id, at, actor_id, actor_name, action, object, object_id, changes, reason)
      select $1::bigint + n, ${at}, 7, '张三', 'edit', 'person', n::text, jsonb_build_object('name', jsonb_build_array('甲', '乙' || n)), case when n % 3 = 0 then '|5:原因' end from generate_series(1, $2::int) n`,
    [String(nextId), count],
  )
  nextId += BigInt(count)
  await sealAll()
}
const startAnew = async (): Promise<void> => {
  await owner.query(
    `truncate audit.entry, audit.anchor; update audit.head set seq = 0, chain = decode(repeat('00', 32), 'hex')`,
  )
  await writeFile(anchorFile(), '').catch(() => {})
}
const anchorFile = (): string => join(server.installation.dataDir, 'audit/anchors.jsonl')
const found = async () => {
  const { ok, damage, firstBad } = await verifyAudit(ports)
  return { ok, damage, firstBad }
}
const WHOLE = { ok: true, damage: null, firstBad: null }

describe('tampering', () => {
  beforeEach(async () => {
    await startAnew()
    await write(12)
    await dropAnchor(ports)
    await write(8)
    expect(await found()).toEqual(WHOLE)
  })

  test.each([
    ['a value', "update audit.entry set reason = '没有' where seq = 5", 5],
    ['a null into an empty text', "update audit.entry set reason = '' where seq = 4", 4],
    ['who did it', 'update audit.entry set actor_id = 8 where seq = 1', 1],
    ['a microsecond', "update audit.entry set at = at + interval '1 microsecond' where seq = 20", 20],
    ['inside what changed', `update audit.entry set changes = '{"name": ["甲", "丙"]}' where seq = 9`, 9],
    ['the digest', "update audit.entry set chain = decode(repeat('ab', 32), 'hex') where seq = 7", 7],
  ])('changed: %s', async (_what, statement, seq) => {
    expect((await owner.query(statement)).rowCount).toBe(1)
    expect(await found()).toEqual({ ok: false, damage: 'changed', firstBad: String(seq) })
  })

  test.each([1, 6, 13])('deleted: row %i', async seq => {
    await owner.query('delete from audit.entry where seq = $1', [seq])
    expect(await found()).toEqual({ ok: false, damage: 'missing', firstBad: String(seq) })
  })

  test('deleted and closed up: every later row one place nearer', async () => {
    await owner.query('delete from audit.entry where seq = 6')
    for (let seq = 7; seq <= 20; seq++) await owner.query('update audit.entry set seq = seq - 1 where seq = $1', [seq])
    expect(await found()).toEqual({ ok: false, damage: 'changed', firstBad: '6' })
  })

  test('swapped: two rows exchange their places', async () => {
    await owner.query('update audit.entry set seq = 100 where seq = 8')
    await owner.query('update audit.entry set seq = 8 where seq = 11')
    await owner.query('update audit.entry set seq = 11 where seq = 100')
    expect(await found()).toEqual({ ok: false, damage: 'changed', firstBad: '8' })
  })

  test('inserted: a row with a copied digest beside another, and one behind the last', async () => {
    await owner.query('drop index audit.entry_seq')
    try {
      await owner.query(
        "insert into audit.entry (id, action, object, seq, chain) select id + 5000, 'edit', 'person', seq, chain from audit.entry where seq = 10",
      )
      expect(await found()).toEqual({ ok: false, damage: 'inserted', firstBad: '10' })
      await owner.query('delete from audit.entry where id > $1', [String(nextId + 4000n)])
    } finally {
      await owner.query('create unique index entry_seq on audit.entry (seq) where seq is not null')
    }
    await owner.query(
      "insert into audit.entry (id, action, object, seq, chain) values (1, 'edit', 'person', 21, decode(repeat('cd', 32), 'hex'))",
    )
    expect(await found()).toMatchObject({ ok: false, firstBad: '21' })
  })

  test('cut: the end is missing, whether the head was set back or not, and also if more was sealed since', async () => {
    await owner.query('delete from audit.entry where seq > 17')
    expect(await found()).toEqual({ ok: false, damage: 'cut', firstBad: '18' })
    await write(3)
    expect(await found()).toEqual({ ok: false, damage: 'missing', firstBad: '18' })
  })

  test('cut behind an anchor, with the head set back and the anchors of the database deleted', async () => {
    await owner.query('delete from audit.entry where seq > 10; delete from audit.anchor')
    await owner.query('update audit.head set seq = 10, chain = (select chain from audit.entry where seq = 10)')
    expect(await found()).toEqual({ ok: false, damage: 'cut', firstBad: '11' })
    // Rows sealed afterwards match the rewritten ones, but not what was signed.
    await write(5)
    expect(await found()).toEqual({ ok: false, damage: 'rewritten', firstBad: '1' })
  })

  test('rewritten: every digest made anew fits, and the anchor does not', async () => {
    await dropAnchor(ports)
    await write(4)
    await owner.query(
      `update audit.entry set reason = '改过' where seq = 15; update audit.entry set seq = null, chain = null where seq >= 15; update audit.head set seq = 14, chain = (select chain from audit.entry where seq = 14)`,
    )
    await sealAll()
    expect(await found()).toEqual({ ok: false, damage: 'rewritten', firstBad: '13' })
  })

  test('anchors removed from the database, or forged', async () => {
    await owner.query('delete from audit.anchor')
    expect(await found()).toEqual({ ok: false, damage: 'anchors', firstBad: null })
    await startAnew()
    await write(3)
    await dropAnchor(ports)
    await owner.query("update audit.anchor set at = at - interval '4 years'")
    expect(await found()).toMatchObject({ ok: false, damage: 'anchors' })
  })
})

describe('as it should be', () => {
  beforeEach(startAnew)

  test('a line that a power cut left half written hides no other', async () => {
    await write(3)
    await dropAnchor(ports)
    await appendFile(anchorFile(), '{"no":"2","at":"20')
    await write(2)
    await dropAnchor(ports)
    expect((await ports.anchors.read()).map(anchor => anchor.seq)).toEqual(['3', '5'])
    expect(await found()).toEqual(WHOLE)
  })

  test('those who serve requests only add, and never a sealed row', async () => {
    await write(2)
    for (const statement of [
      sql`update audit.entry set reason = 'x' where seq = 1`,
      sql`update audit.entry set seq = 9 where seq = 1`,
      sql`delete from audit.entry where seq = 1`,
      sql`insert into audit.entry (id, action, object, source_id, app_id, seq) values (5, 'x', 'y', 1, 1, 7)`,
    ])
      for (const actor of [
        { role: 'platform' },
        { role: 'source', sourceId: '1' },
        { role: 'app', appId: '1', sourceId: '1' },
      ] as const)
        await expect(ports.db.query(actor, statement)).rejects.toThrow(/permission denied/)
    // The sealer's own role cannot move a sealed row or remove a young one.
    for (const statement of [
      sql`update audit.entry set seq = 9, chain = '\\x00' where seq = 1 returning 1`,
      sql`delete from audit.entry where seq = 1 returning 1`,
    ])
      expect(await ports.db.query(ENGINE, statement)).toEqual([])
    expect(await found()).toEqual(WHOLE)
  })

  test('two sealers at once leave one chain', async () => {
    await owner.query(
      "insert into audit.entry (id, action, object) select 9000000 + n, 'edit', 'x' from generate_series(1, 6000) n",
    )
    for (let round = 0; round < 12; round++) await Promise.all([sealBatch(ports), sealBatch(ports), sealBatch(ports)])
    const report = await verifyAudit(ports)
    expect(report).toMatchObject({ ok: true, rows: 6000, waiting: 0 })
  })

  test('entries older than three years are deleted up to an anchor, and the rest is verified from there', async () => {
    const then = { ...ports, now: () => new Date(Date.now() - 4 * 365 * 86_400_000) }
    await write(10, "now() - interval '4 years'")
    await dropAnchor(then)
    await write(5, "now() - interval '4 years'")
    await dropAnchor(ports)
    await write(5)
    expect(await retireAudit(ports)).toBe(10)
    expect(await verifyAudit(ports)).toMatchObject({ ok: true, rows: 10, from: '11', through: '20' })
    // Rows that should still exist are missed, also when an anchor follows them.
    await owner.query('delete from audit.entry where seq <= 15')
    expect(await found()).toEqual({ ok: false, damage: 'missing', firstBad: '11' })
  })

  test('over HTTP: platform staff verify and read, an application reads its own, a stranger nothing', async () => {
    const made = await server.call('POST', '/api/admin/role', { name: '审计员', code: 'auditor', dataScope: 0 })
    expect(made.body.code).toBe(0)
    await sealAll()
    const verified = await server.call('GET', '/api/audit/verify')
    expect(verified.body.data).toMatchObject({ ok: true, firstBad: null })
    const list = await server.call('GET', '/api/admin/operLog/page?object=role&action=add&actorName=admin')
    expect(list.body.data.records).toMatchObject([{ action: 'add', object: 'role', objectName: '审计员' }])
    const [own, other] = [await makeApplication(server, '甲'), await makeApplication(server, '乙')]
    for (const { appId } of [own, other])
      await server.call('POST', `/api/admin/site?appId=${appId}`, { name: '站', type: 1, status: 1 })
    const ownEntries = (await server.call('GET', `/api/admin/operLog/page?object=site&appId=${own.appId}`)).body.data
    expect(ownEntries.records).toHaveLength(1)
    expect((await server.call('GET', '/api/admin/operLog/page?object=site')).body.data.records).toHaveLength(2)
    const since = encodeURIComponent(`${new Date(Date.now() + 60_000).toISOString()},`)
    expect((await server.call('GET', `/api/admin/operLog/page?at=${since}`)).body.data.records).toEqual([])
    expect((await server.call('GET', '/api/audit/verify', undefined, { token: null })).status).toBe(401)
  })
})
