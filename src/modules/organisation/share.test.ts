/** Shares of agencies: every change is kept, takes effect on its day, and nothing that is over is shared by another rate. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_ZONE, dayOf } from '#base/zonedTime.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { sharesDue } from './share.server.ts'

const API = '/api/admin/agency'
let server: TestServer
let id: string
beforeAll(async () => {
  server = await startTestServer()
  const made = await server.call<any>('POST', API, {
    ...{ username: 'share-agency', password: 'Correct-horse-9', code: 'SHARE1', name: '分成代理', contact: '何经理' },
    ...{ phone: '13800138000', level: 1, shareRate: '8.00' },
  })
  id = made.body.data.id
})
afterAll(() => server?.close())

const rate = async (): Promise<string> => (await server.call('GET', `${API}/${id}`)).body.data.shareRate
const shares = async (): Promise<any[]> => (await server.call('GET', `${API}/${id}/shares`)).body.data
const set = (body: object, token?: string) =>
  server.call<any>('POST', `${API}/${id}/setShare`, body, token ? { token } : {})
const inDays = (days: number): string => dayOf(Date.now() + days * 86_400_000, DEFAULT_ZONE)

test('the first share is kept with the agency; an edit does not change it', async () => {
  expect(await shares()).toMatchObject([{ rate: '8.00', fromOn: dayOf(Date.now(), DEFAULT_ZONE), reason: null }])
  const { rev } = (await server.call('GET', `${API}/${id}`)).body.data
  await server.call('PUT', API, { id, rev, shareRate: '50.00', region: '宁波' })
  expect(await rate()).toBe('8.00')
  expect(await shares()).toHaveLength(1)
})

test('one of today applies at once, one of a later day on that day', async () => {
  expect((await set({ rate: '10', reason: '年度调整' })).body.data).toBe(inDays(0))
  expect(await rate()).toBe('10.00')
  expect((await set({ rate: '12.5', fromOn: inDays(3), reason: '新合同' })).body.data).toBe(inDays(3))
  expect(await rate()).toBe('10.00')
  expect(await shares()).toMatchObject([
    { rate: '12.50', fromOn: inDays(3), reason: '新合同', setBy: 'admin' },
    { rate: '10.00', fromOn: inDays(0), reason: '年度调整' },
    { rate: '8.00' },
  ])
  const later = new Date(Date.now() + 3 * 86_400_000)
  await sharesDue.run({ ...server.ports, now: () => later }, AbortSignal.abort())
  expect(await rate()).toBe('12.50')
  await sharesDue.run(server.ports, AbortSignal.abort())
  expect(await rate()).toBe('10.00')
})

test('a day that is over, a share beyond 100 % or below 0, and one without a reason are refused', async () => {
  const before = await shares()
  for (const [body, field] of [
    [{ rate: '9', fromOn: inDays(-1), reason: '补记' }, 'fromOn'],
    [{ rate: '100.01', reason: '过多' }, 'rate'],
    [{ rate: '-1', reason: '过少' }, 'rate'],
    [{ rate: '1.234', reason: '三位' }, 'rate'],
    [{ rate: '9', fromOn: '2026-02-30', reason: '无此日' }, 'fromOn'],
    [{ rate: '9' }, 'reason'],
  ] as const) {
    const { status, body: answer } = await set(body)
    expect([body, status, answer.error]).toEqual([body, 400, 'invalid'])
    expect(JSON.stringify(answer.data)).toContain(`"${field}"`)
  }
  expect(await shares()).toEqual(before)
  const wrong = await server.call<any>('POST', API, {
    ...{ username: 'share-wrong', code: 'SHARE2', name: '过多', contact: '何', phone: '13800138001', level: 1 },
    shareRate: '999999999',
  })
  expect(wrong.body.error).toBe('invalid')
})

test('the agency reads its own shares and sets none; another one reads nothing', async () => {
  const points = ['agency:view', 'agency:list', 'agency:setShare']
  const own = await quickAccount(server, {
    ...{ type: 2, sourceId: id, roleIds: [await quickRole(server, { points, sourceId: id, scope: 3 })] },
  })
  expect((await server.call('GET', `${API}/${id}/shares`, undefined, own)).body.data).toHaveLength(3)
  expect((await set({ rate: '90', reason: '自己定' }, own.token)).body.error).toBe('forbidden')
  const other = await quickAccount(server, {
    ...{ type: 2, sourceId: '2', roleIds: [await quickRole(server, { points, sourceId: '2', scope: 3 })] },
  })
  expect((await server.call('GET', `${API}/${id}/shares`, undefined, other)).body.data).toEqual([])
})

test('the change is in the audit log with both rates', async () => {
  const entries = await server.ports.db.query<{ changes: object }>(
    { role: 'engine' },
    sql`select changes from audit.entry where action = 'setShare' and object_id = ${id} order by id`,
  )
  expect(entries[0]).toMatchObject({ changes: { shareRate: ['8.00', '10'] } })
})
