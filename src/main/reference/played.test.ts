/**
 * Every exchange of the device reference, replayed against the product over real connections: the product answers
 * exactly as documented.
 */
import { createHash } from 'node:crypto'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classes } from '#main/registry.ts'
import type { WayItem } from '#modules/rights/ways.rules.ts'
import { alinkLogin } from '#protocols/alink/guide.ts'
import { apkOf } from '#simulators/apk.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile } from '../../../tests/harness/sheet.ts'
import { allExchanges } from './allExchanges.ts'
import { REASON } from './classExchanges.ts'
import { bind, fill, topicOf, type Act, type Exchange, type Outcome, type Slot, type Step } from './exchange.ts'

const ENGINE = { role: 'engine' } as const
const exchanges = allExchanges([...classes.values()])
let platform: TestPlatform
const devices = new Map<string, Player>()

/** What a person is recognised by, of each set. */
const WAYS: Readonly<Record<WayItem, () => Promise<object>>> = {
  person: async () => ({ portrait: [await portrait()], consent: true }),
  card: async () => ({ cards: [String(Date.now()).slice(-10)] }),
  plate: async () => ({ plates: [`粤B${String(Date.now()).slice(-5)}`] }),
  pin: async () => ({ pin: String(Date.now()).slice(-6) }),
}

/** One device: its connection, its received messages, and actions about it in the console. */
class Player {
  readonly credentials: Credentials
  readonly deviceClass: string
  client: MqttClient | undefined
  came: { topic: string; payload: string; qos: number }[] = []
  groupId = ''
  commandId = ''
  /** The form of what it was given last. */
  private item: WayItem | undefined
  private person: { id: string; shortNo: string } | undefined

  constructor(credentials: Credentials, deviceClass: string) {
    this.credentials = credentials
    this.deviceClass = deviceClass
  }

  async open(secret = this.credentials.secret): Promise<void> {
    const client = mqtt.connect(`mqtt://127.0.0.1:${platform.gateway.port}`, {
      ...alinkLogin({ ...this.credentials, secret }),
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    client.on('message', (topic, payload, packet: IPublishPacket) => {
      if (!this.answersForOthers(topic, payload.toString()))
        this.came.push({ topic, payload: payload.toString(), qos: packet.qos })
    })
    await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject))
    this.client = client
  }
  /** Of a device with several sets an exchange shows one; what comes about the others is answered as empty, or as done. */
  private answersForOthers(topic: string, payload: string): boolean {
    const command = topic.split('/service/')[1]
    const set = classes
      .get(this.deviceClass)!
      .sets.find(({ put, remove, readBack }) => [put, remove, readBack].some(one => one.command === command))
    if (!set || set.item === this.item) return false
    const { id, params } = JSON.parse(payload) as { id: string; params: Record<string, unknown[]> }
    const listed = params[command === set.put.command ? set.put.list : set.remove.list] ?? []
    const keys = listed.map(one => (typeof one === 'object' ? (one as Record<string, unknown>)[set.key] : one))
    const data =
      command === set.readBack.command
        ? { items: [], total: 0 }
        : { results: keys.map(key => ({ [set.key]: key, code: 0 })) }
    this.client!.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data }), { qos: 1 })
    return true
  }
  async leave(): Promise<void> {
    this.client?.stream.destroy()
    await this.client?.endAsync(true)
    this.client = undefined
  }

  async act(act: Act, valueOf: (slot: Slot) => unknown): Promise<void> {
    const deviceId = this.credentials.id
    switch (act.kind) {
      case 'command': {
        const { identifier, component, params } = act
        const risk = classes.get(this.deviceClass)!.commands[identifier]!.risk
        const body = { deviceId, identifier, params: fill(params, valueOf), ...(component && { component }) }
        const reason = risk === 'none' ? {} : { reason: REASON }
        this.commandId = (await platform.ask('POST', '/api/device/control/send', { ...body, ...reason })).id
        return
      }
      case 'set': {
        const { values, component } = act
        const body = { deviceId, values: fill(values, valueOf), reason: REASON, ...(component && { component }) }
        this.commandId = (await platform.ask('POST', '/api/device/control/setProperties', body)).id
        return
      }
      case 'give':
        this.item = act.item
        return this.give(act.item)
      case 'take':
        await platform.ask('POST', `/api/person/authGroup/${this.groupId}/removePeople`, {
          personIds: [this.person!.id],
        })
        return
      case 'readBack':
        await platform.ask('POST', '/api/person/auth/readBack', { deviceId })
        return
      case 'package':
        return this.publishPackage()
    }
  }

  private async give(item: WayItem): Promise<void> {
    if (!this.groupId) {
      const doors: { id: string; deviceId: string }[] = await platform.ask('GET', '/api/person/authGroup/doors')
      const door = doors.find(one => one.deviceId === this.credentials.id)!
      const body = { name: `持有 ${this.credentials.sn}`, doorIds: [door.id] }
      this.groupId = (await platform.ask('POST', '/api/person/authGroup', body)).id
    }
    this.person = await platform.ask('POST', '/api/person/person', {
      name: '林晓',
      personType: 1,
      ...(await WAYS[item]()),
    })
    await platform.ask('POST', `/api/person/authGroup/${this.groupId}/addPeople`, { personIds: [this.person!.id] })
  }

  private async publishPackage(): Promise<void> {
    const { server } = platform
    const [packageName, versionName, versionCode] = ['cn.portico.terminal', '2.7.0', 270]
    const bytes = apkOf({ packageName, versionName, versionCode })
    const call = async (url: string, body: object): Promise<any> => (await server.call('POST', url, body)).body.data
    const upload = await call('/api/admin/apk/upload', { name: 'a.apk', size: bytes.length })
    await postFile(server, `/api/admin/apk/upload/${upload.id}/0`, 'a.apk', bytes)
    const { id } = await call(`/api/admin/apk/upload/${upload.id}/finish`, {})
    const apk = { uploadId: id, appName: '终端', packageName, versionName, versionCode, changelog: '修复' }
    const made = await call('/api/admin/apk', apk)
    expect((await server.call('POST', `/api/admin/apk/${made.id}/publish`, {})).body.code).toBe(0)
  }

  async ends(outcome: Outcome): Promise<void> {
    const deviceId = this.credentials.id
    const rows = (text: ReturnType<typeof sql>): Promise<any[]> => platform.server.ports.db.query(ENGINE, text)
    const held = (): Promise<any[]> =>
      rows(sql`select kind, code from sync.exception where device_id = ${deviceId}
        union all select 'flying', null from sync.flight where device_id = ${deviceId}`)
    switch (outcome.kind) {
      case 'commandDone':
        return until(async () => {
          const [row] = await rows(sql`select state, message from devices.command where id = ${this.commandId}`)
          if (row.state > 3) throw new Error(`it ended in state ${row.state}: ${row.message}`)
          return row.state === 3
        }, 'the command is done').then(() => {})
      case 'holdsOne':
      case 'holdsNobody':
        return until(async () => (await held()).length === 0, 'settled').then(() => {})
      case 'refusedOne':
        return until(async () => {
          const [row] = await held()
          return row?.kind === 'refused' && row.code === outcome.code
        }, 'refused').then(() => {})
      case 'readBackEqual':
        return until(async () => {
          const [row] = await rows(sql`select read_back from sync.device where device_id = ${deviceId}`)
          const { done } = row.read_back
          // The other sets are read back afterwards; nobody is stored in them.
          return done && done.missing + done.changed + done.extra === 0 && done.held === Number(done.item === this.item)
        }, 'equal').then(() => {})
      case 'packageInstalled':
        return until(async () => {
          const [row] = await rows(
            sql`select vals from devices.shadow where device_id = ${deviceId} and component = ''`,
          )
          return row?.vals.installProgress?.stage === 'installed' && row.vals.apps[0].versionCode === 270
        }, 'installed').then(() => {})
    }
  }

  /** The next unread message on a topic. */
  async next(topic: string): Promise<{ payload: string; qos: number }> {
    await until(() => this.came.some(one => one.topic === topic), `a message on ${topic}`)
    return this.came.splice(
      this.came.findIndex(one => one.topic === topic),
      1,
    )[0]!
  }
}

async function portrait(): Promise<string> {
  const picture = await sharp({
    create: { width: 300, height: 360, channels: 3, background: { r: 200, g: 170, b: 150 } },
  })
    .jpeg()
    .toBuffer()
  const answer = await postFile(
    platform.server,
    `/api/admin/sys-file/upload?kind=portrait&appId=${platform.appId}`,
    'p.jpg',
    picture,
  )
  return answer.body.data.id
}

/** What is stored about people is not left over for the next exchange: it has a device of its own. */
const holdsPeople = (step: Step): boolean => step.kind === 'person' && step.act.kind === 'give'

async function play({ key, deviceClass, steps }: Exchange): Promise<void> {
  const device = devices.get(steps.some(holdsPeople) ? key : deviceClass)!
  const { productKey, deviceName, secret } = device.credentials
  let known = new Map<string, unknown>([
    ['productKey', productKey],
    ['deviceName', deviceName],
  ])
  const valueOf = (one: Slot): unknown => {
    if (!known.has(one.$slot)) known.set(one.$slot, fresh(one))
    return known.get(one.$slot)
  }
  const wrong = key === 'wrongSecret'
  if (steps[0]!.kind === 'connect') await device.leave()
  let opening: Promise<void> | undefined
  device.came = []
  for (const step of steps)
    switch (step.kind) {
      case 'connect':
        opening = device.open(wrong ? `${secret}x` : secret)
        opening.catch(() => {})
        break
      case 'connack':
        if (step.v4) await expect(opening).rejects.toMatchObject({ code: step.v4 })
        else await opening
        break
      case 'leave':
        await device.leave()
        break
      case 'device':
        await device.client!.publishAsync(
          topicOf(step.topic, device.credentials),
          JSON.stringify(fill(step.body, valueOf)),
          { qos: step.qos },
        )
        break
      case 'platform': {
        const { payload, qos } = await device.next(topicOf(step.topic, device.credentials))
        expect(qos, step.topic).toBe(step.qos)
        const bound = bind(step.body, JSON.parse(payload), known)
        expect(bound, `${step.topic}: ${payload}\nis not of the shape ${JSON.stringify(step.body)}`).toBeDefined()
        known = bound!
        expect(payload).toBe(JSON.stringify(fill(step.body, valueOf)))
        break
      }
      case 'person':
        await device.act(step.act, valueOf)
        break
      case 'outcome':
        await device.ends(step.outcome)
    }
  if (wrong) await device.open()
}
/** A value that the device chooses itself. */
function fresh({ $slot, example }: Slot): unknown {
  if ($slot === 'time') return Date.now()
  if ($slot === 'past') return Date.now() - 3_600_000
  if ($slot === 'instant') return new Date(Date.now() + 3_600_000).toISOString()
  return example
}

beforeAll(async () => {
  platform = await startPlatform()
  const ofPeople = exchanges.filter(({ steps }) => steps.some(holdsPeople))
  for (const [key, deviceClass] of [
    ...[...classes.keys()].map(one => [one, one] as const),
    ...ofPeople.map(one => [one.key, one.deviceClass] as const),
  ]) {
    const sn = `REF-${createHash('sha256').update(key).digest('hex').slice(0, 6)}`
    const credentials = await connectDevice(platform.server, platform.appId, platform.models[deviceClass]!, sn)
    const device = new Player(credentials, deviceClass)
    devices.set(key, device)
    await device.open()
  }
})
afterAll(async () => {
  for (const device of devices.values()) await device.leave()
  await platform?.close()
})

describe('as the reference says it', () => {
  test.each(exchanges.map(exchange => [exchange.key, exchange] as const))('%s', async (_key, exchange) => {
    await play(exchange)
  })
})
