/** Jobs at a time of an application's own clock: once for each planned time, made up for once, and tried again. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schedule } from '#server/parts.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { nextDaily, schedules } from './schedules.server.ts'
import { pause } from '../../../tests/harness/pause.ts'

describe('the next time', () => {
  const at = (iso: string): Date => new Date(iso)
  test('is of the zone, and never the given instant itself', () => {
    expect(nextDaily('02:30', 'Asia/Shanghai', at('2026-11-24T18:29:59Z'))).toEqual(at('2026-11-24T18:30:00Z'))
    expect(nextDaily('02:30', 'Asia/Shanghai', at('2026-11-24T18:30:00Z'))).toEqual(at('2026-11-25T18:30:00Z'))
  })
  test.each(['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z'])('comes once a day around %s', from => {
    const days: string[] = []
    for (let next = at(from); days.length < 4;) {
      next = nextDaily('02:30', 'Europe/Berlin', next)
      days.push(next.toISOString().slice(0, 10))
    }
    expect(new Set(days).size).toBe(4)
  })
})

describe('a schedule', () => {
  let platform: TestPlatform
  const ran: string[] = []
  let fails = 0
  const counted = schedule({
    key: 'test.counted',
    at: '02:30',
    async run(_ports, _query, { appId, day }) {
      if (appId !== platform.appId) return
      if (fails-- > 0) throw new Error('not now')
      ran.push(day)
    },
  })
  let stop: () => Promise<void>
  beforeAll(async () => {
    platform = await startPlatform()
    // Two processes with the same job.
    const both = [1, 2].map(() => startWorkers({ ...platform.server.ports, schedules: [counted] }, [schedules]))
    stop = async () => void (await Promise.all(both.map(one => one.stop())))
  })
  afterAll(async () => {
    await stop?.()
    await platform?.close()
  })
  const query = <T>(statement: ReturnType<typeof sql>) =>
    platform.server.ports.db.query<T>({ role: 'engine' }, statement)
  const own = sql`key = 'test.counted'`

  test('is planned, and runs once for a time that has passed, also after days', async () => {
    await until(
      async () =>
        (await query(sql`select 1 from applications.schedule where ${own} and app_id = ${platform.appId}`)).length,
      'it is planned',
    )
    await query(
      sql`update applications.schedule set next_at = '2026-01-05 18:30:00Z' where ${own} and app_id = ${platform.appId}`,
    )
    await until(() => ran.length > 0, 'it ran')
    await pause(2500, 'a second run would come with the next looks, one a second')
    expect(ran).toEqual(['2026-01-06'])
    const [row] = await query<{ next_at: string }>(
      sql`select next_at from applications.schedule where ${own} and app_id = ${platform.appId}`,
    )
    expect(new Date(row!.next_at).getTime()).toBeGreaterThan(Date.now())
  })
  test('that fails is tried again, and plans nothing before', async () => {
    ran.length = 0
    fails = 1
    const due = sql`update applications.schedule set next_at = now() where ${own} and app_id = ${platform.appId}`
    await query(due)
    await until(() => fails <= 0, 'it failed')
    const again = await until(async () => {
      const [row] = await query<{ next_at: string }>(
        sql`select next_at from applications.schedule where ${own} and app_id = ${platform.appId} and next_at > now()`,
      )
      return row
    }, 'it is planned again')
    expect(new Date(again.next_at).getTime() - Date.now()).toBeLessThan(61_000)
    await query(due)
    await until(() => ran.length === 1, 'it ran')
  })
})
