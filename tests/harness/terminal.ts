/** One face terminal on the product: it stores the people it is sent, and answers or not. */
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { startOutbox, type Outbox } from '#server/outbox/outbox.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestDevice,
  type TestGateway,
} from './device.ts'
import { until } from './platform.ts'
import { startTestServer, type TestServer } from './server.ts'

export const engine = { role: 'engine' } as const
export { until }

export class Terminal {
  server!: TestServer
  gateway!: TestGateway
  appId!: string
  /** The models of the application by class. */
  models!: Record<string, string>
  terminal!: Credentials
  device!: TestDevice
  groupId!: string
  doorId!: string
  /** The people on the terminal: short number → digest. */
  readonly held = new Map<string, string>()
  /** The terminal executes commands, but its answers are lost. */
  mute = false
  /** It names whom it stores without our digests. */
  keysAlone = false
  /** Number of lists of people received. */
  adds = 0
  /** These lists: the commands that carried them store none. */
  readonly added: { personId: string; name: string; photoUrl?: string }[][] = []
  /** Lists of hours that it received, each with its people. */
  readonly hours: { personId: string; week: unknown; photoUrl?: string; digest: string }[][] = []
  /** Null leaves the person out of the answer. */
  answerWith: (person: { personId: string; name: string }) => { code: number; msg?: string } | null = () => ({
    code: 0,
  })
  private outbox!: Outbox
  private workers!: Workers

  async start(): Promise<void> {
    this.server = await startTestServer()
    this.gateway = await startTestGateway(this.server)
    this.outbox = startOutbox(this.server.ports, partsOf('handler'))
    this.workers = startWorkers(
      this.server.ports,
      partsOf('worker').filter(part => part.where === 'worker'),
    )
    const made = await makeApplication(this.server)
    this.appId = made.appId
    this.models = made.models
    this.terminal = await connectDevice(this.server, this.appId, made.models.faceEqui!, 'FACE-SYNC', '大堂人脸')
    const doors = (await this.server.call('GET', `/api/person/authGroup/doors?appId=${this.appId}`)).body.data
    this.doorId = doors[0].id
    await this.open()
    this.groupId = (await this.post('/api/person/authGroup', { name: '全体', doorIds: [this.doorId] })).id
  }

  async stop(): Promise<void> {
    await this.device?.end()
    await this.workers?.stop()
    await this.outbox?.stop()
    await this.gateway?.close()
    await this.server?.close()
  }

  /** Connects, and executes commands. */
  async open(): Promise<void> {
    this.device = await openDevice(this.gateway.port, this.terminal)
    this.behave(this.device)
  }

  /** Disconnects, and waits until the product has noticed. */
  async leave(): Promise<void> {
    await this.device.end()
    await until(async () => {
      const [row] = await this.server.ports.db.query<{ online: boolean }>(
        engine,
        sql`select online from devices.session where device_id = ${this.terminal.id}`,
      )
      return row?.online === false
    }, 'offline')
  }

  post = async (url: string, body: unknown): Promise<any> => {
    const answer = await this.server.call('POST', `${url}?appId=${this.appId}`, body)
    if (answer.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  cell = async (personId: string): Promise<any> =>
    (
      await this.server.call(
        'GET',
        `/api/person/auth/cell?appId=${this.appId}&personId=${personId}&doorId=${this.doorId}`,
      )
    ).body.data

  person = async (name: string): Promise<{ id: string; shortNo: string }> =>
    this.post('/api/person/person', { name, personType: 1, portrait: [await this.portrait()], consent: true })

  /** Whether nothing is in flight, due or unprocessed. */
  idle = async (): Promise<boolean> => {
    const [row] = await this.server.ports.db.query<{ busy: boolean }>(
      engine,
      sql`select exists (select from sync.flight) or exists (select from sync.exception where next_at is not null) or exists (select from engine.outbox where type in ('command.finished', 'person.changed', 'person.gone')) or exists (select from sync.follow f join sync.group_head h on h.group_id = f.group_id and h.seq > f.put_seq) as busy`,
    )
    return !row!.busy
  }

  private async portrait(): Promise<string> {
    const picture = await sharp({
      create: { width: 300, height: 360, channels: 3, background: { r: 200, g: 170, b: 150 } },
    })
      .jpeg()
      .toBuffer()
    const boundary = 'xxxx'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const answer = await this.server.app.inject({
      method: 'POST',
      url: `/api/admin/sys-file/upload?kind=portrait&appId=${this.appId}`,
      payload,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${this.server.token}`,
      },
    })
    return answer.json().data.id
  }

  private behave(link: TestDevice): void {
    link.client.on('message', (topic, payload) => {
      const { id, params } = JSON.parse(payload.toString())
      const reply = (data: unknown) =>
        this.mute || link.client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data }), { qos: 1 })
      if (topic.endsWith('/service/addPersons')) this.adds = this.added.push(params.persons)
      if (topic.endsWith('/service/addPersons'))
        reply({
          results: params.persons.map((item: any) => {
            const verdict = this.answerWith(item)
            if (!verdict) return { personId: '' }
            if (verdict.code === 0) this.held.set(item.personId, item.digest)
            return { personId: item.personId, ...verdict }
          }),
        })
      if (topic.endsWith('/service/setPassTime')) {
        this.hours.push(params.persons)
        reply({
          results: params.persons.map(({ personId, digest }: { personId: string; digest: string }) => {
            if (!this.held.has(personId)) return { personId, code: 4104, msg: 'nobody of that number' }
            this.held.set(personId, digest)
            return { personId, code: 0 }
          }),
        })
      }
      if (topic.endsWith('/service/deletePersons'))
        reply({
          results: params.personIds.map((personId: string) => {
            this.held.delete(personId)
            return { personId, code: 0 }
          }),
        })
      if (topic.endsWith('/service/queryPersons'))
        reply({
          items: [...this.held]
            .slice((params.page - 1) * params.size, params.page * params.size)
            .map(([personId, digest]) => (this.keysAlone ? { personId } : { personId, digest })),
          total: this.held.size,
        })
    })
  }
}

/** One terminal for all tests of a file. */
export function useTerminal(): Terminal {
  const terminal = new Terminal()
  beforeAll(() => terminal.start())
  afterAll(() => terminal.stop())
  return terminal
}
