/** Removing: consequences are counted before, reported after, and can be undone for ten minutes. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { clusterConnection } from './harness/database.ts'
import { makePerson, makeRole, tokenOf } from './harness/people.ts'
import { engine, until, useTerminal } from './harness/terminal.ts'
import { nouns } from '#main/registry.ts'
import { partsOf } from '#main/wire.ts'
import { verbsOf } from '#model/noun.ts'
import { forgetRemovals } from '#server/crud/keepRemoved.ts'

const t = useTerminal()
const PERSON = '/api/person/person'
const GROUP = '/api/person/authGroup'
const ORGANIZATION = '/api/person/organization'

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, token?: string) =>
  t.server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${t.appId}`, body, token ? { token } : {})
const remove = async (api: string, id: string, together = ''): Promise<void> =>
  expect((await send('DELETE', `${api}/${id}?together=${together}`)).body).toMatchObject({ code: 0 })
const consequences = (api: string, ids: string[]) => t.post(`${api}/remove/consequences`, { ids })
const undo = (api: string, ids: string[]) => send('POST', `${api}/remove/undo`, { ids })
const undone = { code: 0, data: { restored: 1, left: 0, refused: [] } }
const removable = [...nouns.values()].filter(noun => verbsOf(noun).includes('remove'))

describe('definitions', () => {
  const followings = partsOf('following')
  const halves = partsOf('half')

  test('what the database removes with a row is archived with it', async () => {
    const [{ name: database } = { name: '' }] = await t.server.ports.db.query<{ name: string }>(
      engine,
      sql`select current_database() as name`,
    )
    const client = new pg.Client({ ...clusterConnection(), database })
    await client.connect()
    const lost: string[] = []
    for (const noun of removable.filter(one => one.remove !== 'soft' && !one.final)) {
      const { rows } = await client.query<{ table: string }>(
        "select distinct conrelid::regclass::text as table from pg_constraint where contype = 'f' and confdeltype = 'c' and confrelid = $1::regclass",
        [noun.table],
      )
      const kept = new Set(
        followings
          .filter(one => one.of.key === noun.key)
          .flatMap(one => one.keeps ?? [])
          .map(one => one.table as string),
      )
      lost.push(...rows.filter(row => !kept.has(row.table)).map(row => `${noun.key}: ${row.table}`))
    }
    for (const { table, by } of followings.flatMap(one => one.keeps ?? [])) {
      const { rows } = await client.query(
        "select 1 from information_schema.columns where (table_schema || '.' || table_name) = $1 and column_name = $2",
        [table, by],
      )
      if (!rows.length) lost.push(`${table} has no ${by}`)
    }
    await client.end()
    // A role assigned to somebody cannot be removed.
    expect(lost).toEqual(['role: identity.account_role'])
  })

  test('what a removal sets going is set back by its undoing', () => {
    expect(
      halves
        .filter(half => half.afterRemove && !half.noun.final && !half.afterRestore)
        .map(half => half.noun.key)
        .filter(key => !followings.some(one => one.of.key === key && one.restored)),
    ).toEqual([])
  })

  test('consequences are declared only by nouns that can be removed', () => {
    expect(followings.filter(one => !removable.some(noun => noun.key === one.of.key)).map(one => one.of.key)).toEqual(
      [],
    )
  })
})

describe('people', () => {
  test('the confirmation counts what is removed; undone, the person is on the terminal again with card, portrait and rights', async () => {
    const someone = await t.person('周雨桐')
    await send('PUT', PERSON, { id: someone.id, cards: ['12345678'] })
    await t.post(`${GROUP}/${t.groupId}/addPeople`, { personIds: [someone.id] })
    await until(() => t.held.has(someone.shortNo), 'on the terminal')
    expect(await consequences(PERSON, [someone.id])).toEqual({
      rows: 1,
      counts: [
        { count: 1, text: '1 张卡将失效' },
        { count: 1, text: '1 张人脸照片将从平台和终端删除' },
        { count: 1, text: '1 人将失去 1 扇门的通行权限' },
      ],
      undoForS: 600,
      final: null,
    })
    const before = (await send('GET', `${PERSON}/${someone.id}`)).body.data
    await remove(PERSON, someone.id)
    await until(() => !t.held.has(someone.shortNo), 'gone from the terminal')
    await until(t.idle, 'idle')
    expect((await send('GET', `${PERSON}/${someone.id}`)).status).toBe(404)

    expect((await undo(PERSON, [someone.id])).body).toMatchObject(undone)
    const after = (await send('GET', `${PERSON}/${someone.id}`)).body.data
    for (const name of ['name', 'shortNo', 'cards', 'portrait', 'groupNames', 'doorCount', 'consent'])
      expect(after[name]).toEqual(before[name])
    await until(() => t.held.has(someone.shortNo), 'on the terminal again')
    const [entry] = await t.server.ports.db.query<{ object_name: string }>(
      engine,
      sql`select object_name from audit.entry where action = 'undoRemove' and object = 'person' and object_id = ${someone.id}`,
    )
    expect(entry?.object_name).toBe('周雨桐')
    // It can be undone only once.
    expect((await undo(PERSON, [someone.id])).status).toBe(404)
  })

  test('several are one act: counted together, listed once, and brought back together', async () => {
    const some = [await t.person('何一'), await t.person('何二')]
    const ids = some.map(one => one.id)
    await t.post(`${GROUP}/${t.groupId}/addPeople`, { personIds: ids })
    expect((await consequences(PERSON, ids)).counts).toContainEqual({ count: 1, text: '2 人将失去 1 扇门的通行权限' })
    for (const id of ids) await remove(PERSON, id, 'one-act')
    const [listed] = (await send('GET', '/api/removal')).body.data
    expect(listed).toMatchObject({ together: 'one-act', noun: 'person', name: '何一', ids, appId: t.appId })
    expect((await undo(PERSON, ids)).body.data).toMatchObject({ restored: 2, refused: [] })
    expect((await send('GET', '/api/removal')).body.data).toEqual([])
  })

  test('several are restored while the event of the last one is handled', async () => {
    const ids = [(await t.person('沈一')).id, (await t.person('沈二')).id]
    await t.post(`${GROUP}/${t.groupId}/addPeople`, { personIds: ids })
    for (const id of ids) await remove(PERSON, id, 'handled')
    await until(t.idle, 'idle')
    let answer: ReturnType<typeof undo> | undefined
    await t.server.ports.db.tx(engine, async query => {
      // The order of locks in the handler of `person.gone`: first the person, then the log of the group.
      await query(sql`select from people.person where id = ${ids[1]} for share`)
      answer = undo(PERSON, ids)
      await until(async () => {
        const [row] = await query<{ waits: boolean }>(
          sql`select exists (select from pg_locks w where not w.granted and pg_backend_pid() = any(pg_blocking_pids(w.pid))) as waits`,
        )
        return row!.waits
      }, 'the restoration waits for the person')
      await query(sql`select sync.touch(${t.groupId}, 'person', ${[ids[1]!]}::bigint[], true)`)
    })
    expect((await answer)!.body.data).toMatchObject({ restored: 2, refused: [] })
  })

  test('a card now held by another person prevents the undo, and nothing is half undone', async () => {
    const [first, second] = [await t.person('许一'), await t.person('许二')]
    await send('PUT', PERSON, { id: first.id, cards: ['87654321'] })
    await remove(PERSON, first.id)
    await send('PUT', PERSON, { id: second.id, cards: ['87654321'] })
    const answer = await undo(PERSON, [first.id])
    expect([answer.status, answer.body.msg]).toEqual([409, '相同的卡号已被占用，无法撤销删除'])
    expect((await send('GET', `${PERSON}/${first.id}`)).status).toBe(404)
    // The obstacle is gone, so now it can be undone.
    await send('PUT', PERSON, { id: second.id, cards: [] })
    expect((await undo(PERSON, [first.id])).body).toMatchObject(undone)
  })

  test('a full application and a removed organisation are named', async () => {
    const org = await t.post(ORGANIZATION, { name: '三号楼' })
    const someone = await t.post(PERSON, { name: '吴一', personType: 1, orgId: org.id })
    await remove(PERSON, someone.id)
    await remove(ORGANIZATION, org.id)
    expect((await undo(PERSON, [someone.id])).body.msg).toBe('所属的组织已不存在，无法撤销删除')
    expect((await undo(ORGANIZATION, [org.id])).body).toMatchObject(undone)
    const limit = (quota: number) =>
      t.server.ports.db.query(
        engine,
        sql`update applications.application set person_quota = ${quota} where id = ${t.appId}`,
      )
    await limit(1)
    expect((await undo(PERSON, [someone.id])).body.msg).toBe('应用的人员数已达上限 1')
    await limit(20_000)
    expect((await undo(PERSON, [someone.id])).body).toMatchObject(undone)
    expect((await send('GET', `${PERSON}/${someone.id}`)).body.data.orgId).toBe(org.id)
  })

  test('what was removed meanwhile stays removed, and the answer counts it', async () => {
    const group = await t.post(GROUP, { name: '临时', doorIds: [t.doorId] })
    const someone = await t.person('郑一')
    await t.post(`${GROUP}/${group.id}/addPeople`, { personIds: [someone.id] })
    await remove(PERSON, someone.id)
    await remove(GROUP, group.id)
    expect((await undo(PERSON, [someone.id])).body.data).toEqual({ restored: 1, left: 1, refused: [] })
  })
})

describe('groups', () => {
  test('only doors that no other group gives are lost; undone, members and doors are there again', async () => {
    const [both, only] = [await t.person('冯一'), await t.person('冯二')]
    const group = await t.post(GROUP, { name: '夜班', doorIds: [t.doorId] })
    await t.post(`${GROUP}/${group.id}/addPeople`, { personIds: [both.id, only.id] })
    await t.post(`${GROUP}/${t.groupId}/addPeople`, { personIds: [both.id] })
    await until(() => t.held.has(only.shortNo), 'on the terminal')
    const { counts } = await consequences(GROUP, [group.id])
    expect(counts).toEqual([{ count: 1, text: '1 人将失去 1 扇门的通行权限' }])
    await remove(GROUP, group.id)
    await until(() => !t.held.has(only.shortNo), 'gone from the terminal')
    expect(t.held.has(both.shortNo)).toBe(true)
    expect((await undo(GROUP, [group.id])).body).toMatchObject(undone)
    await until(() => t.held.has(only.shortNo), 'on the terminal again')
    expect((await send('GET', `${GROUP}/${group.id}`)).body.data).toMatchObject({ personCount: 2, doorIds: [t.doorId] })
  })
})

describe('who may', () => {
  test('neither counts nor undoes without the permission to remove, nor what somebody else removed', async () => {
    const [keeper, other] = [
      await makeRole(t.server, 'keeper', { points: /^person:/ }),
      await makeRole(t.server, 'looker', { points: /^person:(list|view)$/ }),
    ]
    await makePerson(t.server, 'keeper1', { roleIds: [keeper] })
    await makePerson(t.server, 'looker1', { roleIds: [other] })
    const [keeps, looks] = [await tokenOf(t.server, 'keeper1'), await tokenOf(t.server, 'looker1')]
    const { id } = await t.person('陈一')
    expect((await send('POST', `${PERSON}/remove/consequences`, { ids: [id] }, looks)).status).toBe(403)
    await remove(PERSON, id)
    expect((await send('POST', `${PERSON}/remove/undo`, { ids: [id] }, looks)).status).toBe(403)
    expect((await send('POST', `${PERSON}/remove/undo`, { ids: [id] }, keeps)).status).toBe(404)
    expect((await send('GET', '/api/removal', undefined, keeps)).body.data).toEqual([])
    expect((await send('GET', '/api/removal', undefined, looks)).body.data).toEqual([])
  })

  test('a role comes back with its permissions', async () => {
    const role = await makeRole(t.server, 'gone', { points: /^person:/ })
    const points = () =>
      t.server.ports.db.query<{ n: number }>(
        engine,
        sql`select count(*)::int as n from identity.role_menu where role_id = ${role}`,
      )
    const [before] = await points()
    const { counts } = await consequences('/api/admin/role', [role])
    expect(counts).toEqual([{ count: before!.n, text: `角色的 ${before!.n} 项权限将一并删除` }])
    await remove('/api/admin/role', role)
    expect(await points()).toEqual([{ n: 0 }])
    expect((await undo('/api/admin/role', [role])).body).toMatchObject(undone)
    expect(await points()).toEqual([before])
  })
})

describe('ten minutes', () => {
  test('what is stored is encrypted, ends with its rows, and is deleted', async () => {
    const { id } = await t.person('褚十二')
    await remove(PERSON, id)
    const rows = () =>
      t.server.ports.db.query<{ kept: string }>(
        engine,
        sql`select encode(kept_sealed, 'escape') || encode(name_sealed, 'escape') as kept from engine.removal where row_id = ${id}`,
      )
    expect((await rows())[0]!.kept).not.toMatch(/褚十二|portrait_file/)
    const now = t.server.ports.now
    t.server.ports.now = () => new Date(now().getTime() + 601_000)
    try {
      expect((await undo(PERSON, [id])).body.msg).toBe('已超过十分钟或已经撤销，无法撤销删除')
      await forgetRemovals(t.server.ports)
      expect(await rows()).toEqual([])
    } finally {
      t.server.ports.now = now
    }
  })

  test('a job removes by the same path, as one act', async () => {
    const ids = [(await t.person('卫一')).id, (await t.person('卫二')).id]
    const job = await t.post(`${PERSON}/remove/bulk`, { ids })
    await until(async () => (await send('GET', `/api/job/${job.id}`)).body.data.state === 'done', 'the job')
    const [listed] = (await send('GET', '/api/removal')).body.data
    expect(listed).toMatchObject({ together: job.id, ids })
    expect((await undo(PERSON, ids)).body.data.restored).toBe(2)
  })
})
