/** Two face terminals of an application, a simulated one and one that does what the test orders, and a clerk who adds people. */
import type { AddressInfo } from 'node:net'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { enrolledCapture } from '#simulators/camera.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, openDevice, type Credentials, type TestDevice } from './device.ts'
import { startPlatform, until, type TestPlatform } from './platform.ts'
import { quickAccount, quickRole, type QuickAccount } from './quickAccount.ts'

const PATH = '/api/device/portraitCapture'
/** What taking a portrait needs, and seeing people. */
export const POINTS = ['person:add', 'person:edit', 'person:list', 'deviceBind:list']

export class PortraitWorld {
  platform!: TestPlatform
  /** Simulated. */
  lobby!: Credentials
  gate!: Credentials
  clerk!: QuickAccount
  jpeg!: Buffer
  /** Live messages about portraits. */
  readonly messages: any[] = []
  private simulated!: Simulated
  private terminal!: TestDevice
  private clock = 0

  async start(): Promise<void> {
    this.platform = await startPlatform()
    const { server, appId, models, gateway } = this.platform
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    server.ports.publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    server.ports.bus.subscribe('live', message => {
      if (message.type === 'portrait') this.messages.push(message)
    })
    this.lobby = await connectDevice(server, appId, models.faceEqui!, 'POR-1', '大堂人脸机')
    this.gate = await connectDevice(server, appId, models.faceEqui!, 'POR-2', '东门人脸机')
    const link = { host: '127.0.0.1', port: gateway.port, credentials: this.lobby }
    this.simulated = simulate('faceEqui', link)
    this.simulated.device.start()
    this.terminal = await openDevice(gateway.port, this.gate)
    await Promise.all([this.online(this.lobby), this.online(this.gate)])
    this.clerk = await this.account(...POINTS)
    this.jpeg = await enrolledCapture('somebody')
  }
  async end(): Promise<void> {
    await this.simulated?.device.stop()
    await this.terminal?.end()
    await this.platform?.close()
  }

  rows = <T>(statement: Sql): Promise<T[]> => this.platform.server.ports.db.query<T>({ role: 'engine' }, statement)

  private online({ id }: Credentials): Promise<unknown> {
    const session = sql`select 1 from devices.session where device_id = ${id} and online`
    return until(async () => (await this.rows(session)).length > 0, 'it is online')
  }
  account = async (...points: string[]): Promise<QuickAccount> =>
    quickAccount(this.platform.server, { roleIds: [await quickRole(this.platform.server, { points })] })

  /** Calls as the clerk in the application by default. */
  call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    { token = this.clerk.token, appId = this.platform.appId } = {},
  ): Promise<any> => {
    const answer = await this.platform.server.call(method, `${PATH}${path}?appId=${appId}`, body, { token })
    return { status: answer.status, ...answer.body }
  }
  take = async (deviceId: string): Promise<string> => {
    const { data, msg } = await this.call('POST', '', { deviceId })
    expect(msg).toBeNull()
    return data.id
  }
  stateOf = async (id: string): Promise<any> => (await this.call('GET', `/${id}`)).data
  ended = (id: string): Promise<any> =>
    until(async () => {
      const shown = await this.stateOf(id)
      return shown.state !== 'waiting' && shown
    }, 'the end of the request')
  addPerson = (values: object): Promise<any> =>
    this.platform.server.call('POST', `/api/person/person?appId=${this.platform.appId}`, values, {
      token: this.clerk.token,
    })
  sees = async (token: string, file: string): Promise<number> => {
    const address = `/api/admin/sys-file/${file}?appId=${this.platform.appId}`
    return (await this.platform.server.call('GET', address, undefined, { token })).status
  }
  /** The number of portraits that are stored. */
  files = async (): Promise<number> => (await this.rows(sql`select 1 from engine.file where kind = 'portrait'`)).length

  /** Asks the gate, and resolves when the command is there. */
  askGate = async (): Promise<{ id: string; reply: (body: object) => Promise<unknown> }> => {
    const { client, next } = this.terminal
    const asked = next('service/captureFace')
    const id = await this.take(this.gate.id)
    const { topic, body } = await asked
    expect(body.params).toMatchObject({ personId: id, timeoutSec: 30 })
    return {
      id,
      reply: values => client.publishAsync(`${topic}_reply`, JSON.stringify({ id: body.id, ...values }), { qos: 1 }),
    }
  }
  /** The gate reports an event of the answer; resolves with the reply. */
  post = async (value: object, time = (this.clock = Math.max(this.clock + 1, Date.now()))): Promise<any> => {
    const reply = this.terminal.next('event/faceCaptured/post_reply')
    await this.terminal.post('event/faceCaptured/post', { time, value })
    return (await reply).body.data
  }
  photo = (): string => this.jpeg.toString('base64')
}

/** To be called at the top of a test file; each test begins without requests. */
export function usePortraits(): PortraitWorld {
  const world = new PortraitWorld()
  beforeAll(() => world.start())
  afterAll(() => world.end())
  beforeEach(() => world.rows(sql`delete from devices.portrait`))
  return world
}
