/** Codes at readers, from issuing to the log and the story; and commands for a reader that polls. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startQrWorld, type QrWorld } from '../../../tests/harness/qrWorld.ts'

/** How far the platform's clock is ahead. */
let shiftMs = 0
let world: QrWorld
const ask = <T = any>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)
afterAll(() => world?.close())
beforeAll(async () => {
  world = await startQrWorld({ now: () => new Date(Date.now() + shiftMs) })
})

describe('codes', () => {
  test('a personal code opens once, in both wires; the name of its holder is no field of the answer', async () => {
    const { code, validTo, nextS } = await ask('POST', '/api/person/code/show', { personId: world.personId })
    expect(Buffer.from(code, 'base64url').length).toBe(18)
    expect([nextS, Math.round((Date.parse(validTo) - Date.now()) / 1000)]).toEqual([30, 60])
    const first = await world.reader.scan(code)
    expect(first).toMatchObject({ status: 200, opens: true, fields: { code: '0000', desc: 'ok', voice: '请通行' } })
    expect(first.fields.display).toBe('code 0000')
    expect(await world.reader.scan(code)).toMatchObject({
      opens: false,
      fields: { code: '0001', display: '码的次数已用完' },
    })
    const next = await ask('POST', '/api/person/code/show', { personId: world.personId })
    expect(await world.other.scan(next.code)).toMatchObject({ status: 200, opens: true, fields: { status: '1' } })
  })

  test('an older screenshot, another door, too early, revoked, unknown, and without a right: each with its reason', async () => {
    shiftMs = -61_000
    const old = await ask('POST', '/api/person/code/show', { personId: world.personId })
    shiftMs = 0
    expect((await world.reader.scan(old.code)).fields.desc).toBe('codeExpired')
    const here = await world.issue({ doorIds: [await world.doorOf(world.credentials.id)] })
    expect((await world.other.scan(here)).fields.display).toBe('码不能用于此门')
    expect((await world.reader.scan(here)).opens).toBe(true)
    const early = await world.issue({ validFrom: new Date(Date.now() + 600_000).toISOString() })
    expect((await world.reader.scan(early)).fields.desc).toBe('notYet')
    const gone = await world.issue({ purpose: '作废' })
    const { records } = await ask('GET', '/api/person/code/page')
    await ask('POST', `/api/person/code/${records.find((one: any) => one.purpose === '作废').id}/revoke`, {})
    expect((await world.reader.scan(gone)).fields.desc).toBe('codeRevoked')
    expect((await world.reader.scan("x' or 1=1; --&&devicenumber=QR-0002")).fields.desc).toBe('unknownCode')
    const none = await world.issue({ personId: world.stranger })
    expect((await world.reader.scan(none)).fields.desc).toBe('noPermission')
    const log = await world.scans()
    expect(log.map(one => one.reason)).toEqual(
      expect.arrayContaining(['noPermission', 'unknownCode', 'codeRevoked', 'notYet', 'otherDoor', 'codeExpired']),
    )
    const by = (reason: string) => log.find(one => one.reason === reason)
    expect(by('unknownCode')).toMatchObject({
      personName: null,
      deviceName: '大堂读头',
      code: expect.stringContaining('…'),
    })
    expect(by('noPermission')).toMatchObject({ personName: '外人', kind: 1, unproven: false })
  })

  test('each personal code that is shown stands in the audit: who, which, and for whom', async () => {
    const { sysUser } = await ask('GET', '/api/admin/user/info')
    await ask('POST', '/api/person/code/show', { personId: world.personId })
    const entries = await world.platform.server.ports.db.query<Record<string, unknown>>(
      { role: 'engine' },
      sql`select e.actor_id as actor, p.name = e.object_name as named, e.changes ->> 'personId' as person
        from audit.entry e join codes.code c on c.id = e.object_id::bigint join people.person p on p.id = c.person_id
        where e.object = 'passCode' and e.action = 'show' order by e.id desc limit 1`,
    )
    expect(entries).toEqual([{ actor: sysUser.userId, named: true, person: world.personId }])
  })

  test('of two personal codes the newer one uses up the older: a picture of it opens nothing', async () => {
    const show = async (): Promise<string> =>
      (await ask('POST', '/api/person/code/show', { personId: world.personId })).code
    const [photographed, current] = [await show(), await show()]
    expect((await world.reader.scan(current)).opens).toBe(true)
    expect((await world.other.scan(photographed)).opens).toBe(false)
    expect((await world.reader.scan(photographed)).fields.desc).toBe('codeUsed')
    // Used in their order, both are of their holder.
    const [first, second] = [await show(), await show()]
    expect((await world.reader.scan(first)).opens).toBe(true)
    expect((await world.other.scan(second)).opens).toBe(true)
    // Codes that were issued to the same person are not touched.
    const issued = await world.issue({ mostUses: 1 })
    expect((await world.reader.scan(await show())).opens).toBe(true)
    expect((await world.reader.scan(issued)).opens).toBe(true)
  })

  test('of a code for one use, shown at twenty readers at once, one opens', async () => {
    const code = await world.issue({ mostUses: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, no) => (no % 2 ? world.reader : world.other).scan(code)),
    )
    expect(answers.filter(one => one.opens)).toHaveLength(1)
  })

  test('no code is stored as it was shown, in any table or line of a log', async () => {
    const code = await world.issue()
    await world.reader.scan(code)
    const [row] = await world.scans()
    expect(row.code).toBe(`${code.slice(0, 4)}…${code.slice(-2)} (24)`)
    const found = await world.platform.server.ports.db.query(
      { role: 'engine' },
      sql`select 1 from devices.passage p where p::text like ${`%${code}%`}
        union all select 1 from devices.frame f where f::text like ${`%${code}%`}
        union all select 1 from codes.code c where c::text like ${`%${code}%`}`,
    )
    expect(found).toEqual([])
  })

  test('the story shows the code first, then the rules of its holder, and names the protocol', async () => {
    await world.reader.scan(await world.issue())
    const [row] = await world.scans()
    const story = await ask('GET', `/api/insight/story?kind=passage&id=${row.id}`)
    const text = JSON.stringify(story)
    expect(text).toContain('HTTP（扫码）')
    expect(text).toContain('通行码')
    expect(text.indexOf('通行码')).toBeLessThan(text.indexOf('时间计划'))
  })

  test('guesses slow the answers to unknown codes, while valid codes pass', async () => {
    const began = performance.now()
    for (let no = 0; no < 19; no += 1) await world.reader.scan(`guess-${no}`)
    const slow = performance.now()
    expect((await world.reader.scan('guess-last')).fields).toMatchObject({ code: '0001', desc: 'unknownCode' })
    expect(performance.now() - slow).toBeGreaterThan(250)
    expect(slow - began).toBeGreaterThan(1000)
    // However slow, each is decided within the time that its reader waits, and logged as what it is.
    expect((await world.scans()).slice(0, 20).map(one => one.reason)).toEqual(Array(20).fill('unknownCode'))
    const code = await world.issue()
    const order: string[] = []
    const scan = async (name: string, text: string): Promise<boolean> => {
      const { opens } = await world.reader.scan(text)
      order.push(name)
      return opens
    }
    expect(await Promise.all([scan('guess', 'guess-again'), scan('valid', code)])).toEqual([false, true])
    expect(order).toEqual(['valid', 'guess'])
  })
})

describe('commands for a reader that polls', () => {
  const stateOf = async (id: string): Promise<any> => {
    const { records } = await ask('GET', `/api/device/control/page?deviceId=${world.credentials.id}&size=10`)
    return records.find((one: { id: string }) => one.id === id)
  }
  const open = async (): Promise<string> => {
    const made = await ask('POST', '/api/device/control/send', {
      ...{ deviceId: world.credentials.id, identifier: 'openDoor', component: 'door:1', reason: '送货' },
    })
    return made.id ?? made.commandId ?? made
  }

  test('is sent when it is fetched, by one call only, and done on the word of the reader', async () => {
    await world.reader.ask()
    const id = await open()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(await stateOf(id)).toMatchObject({ state: 0 })
    const opened = world.reader.opened
    const fetched = await Promise.all([world.reader.ask(), world.reader.ask()])
    expect(fetched.filter(Boolean)).toHaveLength(1)
    expect(world.reader.opened).toBe(opened + 1)
    expect(await stateOf(id)).toMatchObject({ state: 1 })
    await world.reader.ask()
    expect(await stateOf(id)).toMatchObject({ state: 3, code: 0 })
  })

  test('its session is that of the protocol, and ends when calls stay away', async () => {
    const page = await ask('GET', '/api/device/session/page?sn=QR-0001')
    expect(page.records).toMatchObject([{ protocol: 'qrHttp', keepAliveS: 10 }])
  })
})

// The last, because it writes scans of the future.
describe('numbers of scans', () => {
  test('a scan that is asked again takes no second use for half a minute, and is judged anew', async () => {
    const numbered = async (code: string, scanId: string, reader = 'QR-0001'): Promise<string> => {
      const body = `vgdecoderesult=${code}&&devicenumber=${reader}&&otherparams=scan=${scanId}`
      const headers = (reader === 'QR-0001' ? world.reader : world.other).signed('POST', '/qr', body)
      return (await fetch(`http://127.0.0.1:${world.front.port}/qr`, { method: 'POST', body, headers })).text()
    }
    const revoke = async (purpose: string): Promise<void> => {
      const { records } = await ask('GET', '/api/person/code/page')
      await ask('POST', `/api/person/code/${records.find((one: any) => one.purpose === purpose).id}/revoke`, {})
    }
    const once = await world.issue({ mostUses: 1 })
    for (const _retry of [1, 2]) expect(await numbered(once, 'boot-1')).toContain('code=0000')
    expect(await numbered(once, 'boot-2')).toContain('desc=codeUsed')
    expect(await numbered(once, 'boot-1', 'QR-0002')).toContain('desc=codeUsed')
    shiftMs = 31_000
    expect(await numbered(once, 'boot-1')).toContain('desc=codeUsed')
    shiftMs = 0
    // The number of another scan, after the reader started again, takes a use of its own.
    const twice = await world.issue({ mostUses: 2 })
    expect(await numbered(twice, 'boot-1')).toContain('code=0000')
    shiftMs = 31_000
    for (const _retry of [1, 2]) expect(await numbered(twice, 'boot-1')).toContain('code=0000')
    expect(await numbered(twice, 'boot-2')).toContain('desc=codeUsed')
    shiftMs = 0
    const gone = await world.issue({ purpose: '刚用过' })
    expect(await numbered(gone, 'boot-3')).toContain('code=0000')
    await revoke('刚用过')
    expect(await numbered(gone, 'boot-3')).toContain('desc=codeRevoked')
    const short = await world.issue({ validTo: new Date(Date.now() + 10_000).toISOString() })
    expect(await numbered(short, 'boot-4')).toContain('code=0000')
    shiftMs = 11_000
    expect(await numbered(short, 'boot-4')).toContain('desc=codeExpired')
    shiftMs = 0
  })
})
