/**
 * Values inside answers follow the point of the noun that holds them (P37): people, cards, portraits, addresses of callbacks,
 * template fields and documents carry words of their own, and callers with the points of one noun look for all of them.
 */
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nouns } from '#main/registry.ts'
import { permissionPoints } from '#model/noun.ts'
import { connectDevice, openDevice, type TestDevice } from './harness/device.ts'
import { postFile } from './harness/sheet.ts'
import { startPlatform, until, type TestPlatform } from './harness/platform.ts'
import { quickAccount, quickRole, type QuickAccount } from './harness/quickAccount.ts'

const ENGINE = { role: 'engine' } as const
/** A word of its own for each value, and the nouns whose points show it. Facts and views of rights keep their own words for people. */
const CANARIES: Readonly<Record<string, { word: string; nouns: readonly string[] }>> = {
  person: {
    word: '甲某某专名',
    nouns: ['person', 'passRecord', 'personAuth', 'syncTask', 'authGroup', 'operLog', 'linkageRun'],
  },
  card: { word: '9988776655', nouns: ['person', 'passRecord', 'deviceEvent', 'personAuth', 'deviceLog'] },
  callback: { word: 'canary-callback-path', nouns: ['callback', 'operLog'] },
  field: { word: '专名字段', nouns: ['person', 'customTemplate', 'operLog'] },
}
const appPath = (url: string, ids: Readonly<Record<string, string>>): string =>
  url.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? ids.id!)

let platform: TestPlatform
let terminal: TestDevice
let controller: TestDevice
const ids: Record<string, string> = {}
let portraitId = ''
let documentId = ''

const upload = async (kind: string, name: string, bytes: Buffer): Promise<string> =>
  (
    await postFile<{ id: string }>(
      platform.server,
      `/api/admin/sys-file/upload?kind=${kind}&appId=${platform.appId}`,
      name,
      bytes,
    )
  ).body.data.id

/** Keeps every set that it is sent, so that commands with people in them come to their end. */
function obey(device: TestDevice): void {
  device.client.on('message', (topic, payload) => {
    const { id, params } = JSON.parse(payload.toString()) as {
      id: string
      params?: Record<string, { personId: string }[]>
    }
    const list = params?.persons ?? params?.cards
    if (list && topic.includes('/service/'))
      device.client.publish(
        `${topic}_reply`,
        JSON.stringify({ id, code: 200, data: { results: list.map(item => ({ personId: item.personId, code: 0 })) } }),
        { qos: 1 },
      )
  })
}

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, ask } = platform
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const template = await ask('POST', '/api/admin/template', {
    name: '人员模板',
    kind: 'person',
    fields: [{ key: 'word', label: CANARIES.field!.word, type: 'text', listed: true }],
  })
  await ask('POST', `/api/admin/template/${template.id}/publish`, { reason: '首版' })
  await server.call('PUT', '/api/admin/application', { id: appId, personTemplateId: template.id })
  ids.templateId = template.id
  const face = await connectDevice(server, appId, models.faceEqui!, 'WALL-FACE', '人脸终端')
  const door = await connectDevice(server, appId, models.accessControlDevice!, 'WALL-DOOR', '门禁')
  terminal = await openDevice(platform.gateway.port, face)
  controller = await openDevice(platform.gateway.port, door)
  obey(terminal)
  obey(controller)
  const jpeg = await sharp({ create: { width: 300, height: 360, channels: 3, background: '#c8aa96' } })
    .jpeg()
    .toBuffer()
  portraitId = await upload('portrait', 'p.jpg', jpeg)
  const person = await ask('POST', '/api/person/person', {
    name: CANARIES.person!.word,
    personType: 1,
    portrait: [portraitId],
    consent: true,
    cards: [CANARIES.card!.word],
  })
  const doors = await ask('GET', '/api/person/authGroup/doors')
  const group = await ask('POST', '/api/person/authGroup', { name: '全体', doorIds: doors.map((one: any) => one.id) })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  await ask('POST', '/api/device/callback', {
    name: '回调',
    deviceClass: 'accessControlDevice',
    url: `http://127.0.0.1:9/${CANARIES.callback!.word}`,
    events: ['passage'],
  })
  const sync = await until(
    async () =>
      (
        await server.ports.db.query<{ id: string }>(
          ENGINE,
          sql`select id from devices.command where origin = 'sync' and device_id = ${door.id} and state = 3 limit 1`,
        )
      )[0],
    'cards are on the controller',
  )
  // Who listens is known to the gateway within half a second: passages before that are stored and sent nowhere.
  await until(async () => {
    await controller.post('event/pass/post', {
      no: 1,
      cardNo: CANARIES.card!.word,
      method: 2,
      result: 1,
      time: Date.now(),
    })
    await new Promise(resolve => setTimeout(resolve, 200))
    return (await server.ports.db.query(ENGINE, sql`select 1 from callbacks.delivery limit 1`)).length > 0
  }, 'a passage is to be delivered')
  const passage = await until(
    async () => (await server.ports.db.query<{ id: string }>(ENGINE, sql`select id from devices.passage limit 1`))[0],
    'a passage is stored',
  )
  documentId = await upload('document', 'a.txt', Buffer.from('plain words'))
  Object.assign(ids, { id: person.id, person: person.id, command: sync.id, passage: passage.id, device: door.id })
})
afterAll(async () => {
  await terminal?.end()
  await controller?.end()
  await platform?.close()
})

const pointsOf = (key: string): string[] => permissionPoints(nouns.get(key)!).map(({ point }) => point)
const only = async (...points: string[]): Promise<QuickAccount> =>
  quickAccount(platform.server, { roleIds: [await quickRole(platform.server, { points })] })

/** The whole text of one answer, or nothing where it is refused. */
async function textOf(token: string, url: string): Promise<string> {
  const answer = await platform.server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  return answer.statusCode === 200 ? answer.body : ''
}

describe('one noun at a time', () => {
  const routes = (): string[] => {
    const skip = /\/api\/live|logout|\/social\/|openapi|\/api\/docs|exportInfo|\/export$|download|Template$/
    const stories = ['passage', 'command', 'event'].map(
      kind => `/api/insight/story?kind=${kind}&id=${ids[kind] ?? ids.passage}`,
    )
    const definitions = ['person', 'organization'].map(kind => `/api/admin/personDefinition?kind=${kind}`)
    return [
      ...platform.server.app.rules
        .filter(rule => rule.method === 'GET' && rule.access !== 'public' && !skip.test(rule.url))
        .map(rule => appPath(rule.url, { ...ids, id: /control|command/.test(rule.url) ? ids.command! : ids.id! })),
      ...stories,
      ...definitions,
    ]
  }
  test('no answer holds a value of a noun that the caller has no point for', async () => {
    const leaks: string[] = []
    let seen = 0
    for (const key of nouns.keys()) {
      const account = await only(...pointsOf(key))
      for (const url of routes()) {
        const text = await textOf(account.token, `${url}${url.includes('?') ? '&' : '?'}appId=${platform.appId}`)
        for (const [name, { word, nouns: readers }] of Object.entries(CANARIES)) {
          if (!text.includes(word)) continue
          if (readers.includes(key)) seen += 1
          else leaks.push(`${key}: ${url} shows ${name}`)
        }
        if (text.includes('/api/device/portrait/')) leaks.push(`${key}: ${url} shows a link to a portrait`)
      }
    }
    expect(leaks).toEqual([])
    expect(seen).toBeGreaterThan(10)
  })
  test('neither an account without rights nor a key with one point is shown any of it', async () => {
    const { server, appId, ask } = platform
    const none = await quickAccount(server, { roleIds: [] })
    const { clientId, secret } = await ask('POST', '/api/admin/apiKey', { name: '一项权限', points: ['site:list'] })
    const grant = await server.app.inject({
      method: 'POST',
      url: '/api/auth/oauth/token?grant_type=client_credentials',
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    })
    const leaks: string[] = []
    for (const [who, token] of [
      ['no rights', none.token],
      ['a key', grant.json().access_token as string],
    ] as const)
      for (const url of [
        ...routes(),
        `/api/admin/sys-file/${portraitId}`,
        `/api/admin/sys-file/info?ids=${documentId}`,
      ]) {
        const text = await textOf(token, `${url}${url.includes('?') ? '&' : '?'}appId=${appId}`)
        for (const [name, { word }] of Object.entries(CANARIES))
          if (text.includes(word)) leaks.push(`${who}: ${url} shows ${name}`)
        if (url.endsWith(portraitId) && text) leaks.push(`${who}: opened the portrait`)
      }
    expect(leaks).toEqual([])
  })
  test('a portrait opens for who may read people, a document for its uploader while no row holds it', async () => {
    const [command, person] = [await only('command:list'), await only('person:list')]
    const open = async (token: string, path: string) =>
      (await platform.server.call('GET', `/api/admin/sys-file/${path}`, undefined, { token })).status
    expect([await open(command.token, portraitId), await open(person.token, portraitId)]).toEqual([404, 200])
    expect(await open(platform.server.token, `info?ids=${documentId}`)).toBe(200)
    const info = await platform.server.call('GET', `/api/admin/sys-file/info?ids=${documentId}`, undefined, {
      token: person.token,
    })
    expect(info.body.data).toEqual([])
  })
  test('a held document follows the noun that holds it', async () => {
    await platform.server.ports.db.query(
      ENGINE,
      sql`update engine.file set kept = true, noun = 'person' where id = ${documentId}`,
    )
    const link = async (...points: string[]) =>
      (
        await platform.server.call(
          'POST',
          `/api/admin/sys-file/${documentId}/link`,
          {},
          { token: (await only(...points)).token },
        )
      ).status
    expect([await link('person:view'), await link('command:list', 'organization:list')]).toEqual([200, 404])
  })
  test('the audit keeps that cards changed, and not which', async () => {
    const rows = await platform.server.ports.db.query<{ changes: { after?: { cards?: unknown } } }>(
      ENGINE,
      sql`select changes from audit.entry where object = 'person' and action = 'add'`,
    )
    expect(rows.map(row => row.changes.after?.cards)).toEqual(['•••'])
    const [{ n }] = (await platform.server.ports.db.query<{ n: number }>(
      ENGINE,
      sql`select count(*)::int as n from audit.entry where changes::text like ${`%${CANARIES.card!.word}%`}`,
    )) as [{ n: number }]
    expect(n).toBe(0)
  })
  test('the data centre shows each block to who may read its nouns', async () => {
    const blocksOf = async (...points: string[]) => {
      const { token } = await only(...points)
      const { data } = (await platform.server.call('GET', '/api/insight/overview', undefined, { token })).body
      const about = ['asOf', 'days', 'from', 'before']
      return Object.keys(data).filter(name => !about.includes(name) && data[name] !== null)
    }
    expect(await blocksOf('site:list')).toEqual([])
    expect(await blocksOf('passRecord:list')).toEqual(['passages', 'reasons', 'recent'])
    expect(await blocksOf('command:list')).toEqual(['commands'])
    expect(await blocksOf('site:list', 'deviceBind:list')).toEqual(['devices', 'added', 'minutes', 'offline'])
    const named = await blocksOf('passRecord:list', 'deviceAlarm:list', 'application:list')
    expect(named).toEqual(['passages', 'reasons', 'ranking', 'alarms', 'alarmLists', 'recent'])
    const places = async (...points: string[]): Promise<number> => {
      const { token } = await only(...points)
      const answer = await platform.server.call('GET', '/api/insight/places', undefined, { token })
      return answer.body.data.applications.length
    }
    expect(await places('passRecord:list', 'site:list')).toBe(0)
    expect(await places('application:list')).toBeGreaterThan(0)
  })
  test('the map shows sites to who may read them and devices, and a tour leads only to what may be read', async () => {
    const { db } = platform.server.ports
    await db.query(ENGINE, sql`insert into engine.head (name, version) values ('demo', 3)`)
    const read = async (path: string, ...points: string[]) =>
      (await platform.server.call('GET', path, undefined, { token: (await only(...points)).token })).body.data
    const sites = async (...points: string[]) => (await read('/api/insight/sites', ...points)).sites
    expect([await sites('site:list'), await sites('deviceBind:list')]).toEqual([null, null])
    expect(await sites('site:list', 'deviceBind:list')).not.toBeNull()
    const all = ['deviceBind:list', 'passRecord:list', 'person:list']
    for (const missing of all)
      expect(await read('/api/insight/tour', ...all.filter(point => point !== missing)), missing).toBeNull()
    await db.query(ENGINE, sql`delete from engine.head where name = 'demo'`)
  })
})
