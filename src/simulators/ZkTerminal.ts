/**
 * A simulated face terminal of ZKTeco, written from the Security PUSH document (3.1.2): it registers, asks again and again for
 * commands and works them off, keeps people with card, password, picture, hours and doors in its tables, decides by them at its
 * door, and uploads what happened until it is answered.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { toGbk } from '#base/gbk.ts'
import { DONE, NO_COMMAND, PASSED, ZkTables } from './ZkTables.ts'

export interface ZkTerminalOptions {
  host: string
  port: number
  deviceName: string
  /** With it, each call is signed. */
  secret?: string
  charset?: 'utf-8' | 'gbk'
  pollMs?: number
  capacity?: number
  /** Minutes that the clock on its wall is ahead of UTC. */
  offsetMin?: number
  now?(): number
  log?(line: string): void
}
interface Answer {
  status: number
  body: Buffer
}

const [POLL_MS, TIMEOUT_MS] = [3000, 5000]
const [FACE, CARD, PASSWORD] = [15, 4, 3] as const
const UNKNOWN = 27
const PACK = 100

export class ZkTerminal {
  readonly name: string
  readonly tables: ZkTables
  online = false
  /** How often its lock opened. */
  opened = 0
  isOpen = false
  heldOpen = false
  locked = false
  /** The network is cut. */
  cut = false
  /** It fetches commands and never says what came of them. */
  mute = false
  /** Every command as it was fetched. */
  readonly fetched: string[] = []
  private readonly options: ZkTerminalOptions
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 2 })
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly kept: { path: string; body: string }[] = []
  private logIndex = 0
  private stopped = true

  constructor(options: ZkTerminalOptions) {
    this.options = options
    this.name = options.deviceName
    this.tables = new ZkTables(options.capacity ?? 3000)
  }

  start(): void {
    this.stopped = false
    void this.run()
  }
  async stop(): Promise<void> {
    this.stopped = true
    for (const timer of this.timers) clearTimeout(timer)
    this.agent.destroy()
  }
  private after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, ms)
    this.timers.add(timer)
  }

  private async run(): Promise<void> {
    try {
      if (!this.online) await this.connect()
      await this.report()
      while ((await this.poll()) && !this.stopped);
    } catch (error) {
      this.online = false
      this.options.log?.(`${this.name}: ${(error as Error).message}`)
    }
    if (!this.stopped) this.after(this.options.pollMs ?? POLL_MS, () => void this.run())
  }

  /** Registers, as at each connection (7.1, 7.4, 7.5). */
  async connect(): Promise<void> {
    const greeted = await this.call('GET', `cdata?SN=${this.name}&pushver=3.1.2&options=all&DeviceType=acc`)
    if (greeted.status !== 200) throw new Error(`refused: ${greeted.status}`)
    const registered = await this.call('POST', `registry?SN=${this.name}`, this.about())
    if (!registered.body.toString().startsWith('RegistryCode=')) throw new Error(`not registered: ${registered.status}`)
    await this.call('GET', `push?SN=${this.name}`)
    this.online = true
  }
  private about(): string {
    const { capacity, users, pictures } = this.tables
    const counts = `MaxMultiBioPhotoCount=0:0:0:0:0:0:0:0:0:${capacity},UserCount=${users.size},FaceCount=${pictures.size}`
    return `DeviceType=acc,~DeviceName=SpeedFace-SIM,FirmVer=ZAM180-NF-Ver1.1.17,IPAddress=192.168.1.77,MAC=00:17:61:11:ad:4f,LockCount=1,DateFmtFunOn=1,AccSupportFunList=00000001,${counts}`
  }

  /** Asks for commands and works them off; true when there were some. */
  async poll(): Promise<boolean> {
    const { status, body } = await this.call('GET', `getrequest?SN=${this.name}`)
    this.online = status === 200
    if (status !== 200) throw new Error(`refused: ${status}`)
    const commands = this.text(body)
      .split('\n')
      .filter(line => line.startsWith('C:'))
    const results: string[] = []
    for (const line of commands) {
      this.fetched.push(line)
      const [, id = '', command = ''] = /^C:(\d+):([\s\S]*)$/.exec(line) ?? []
      const returned = await this.execute(command, id)
      results.push(`ID=${id}&Return=${returned}&CMD=${command.split(' ').slice(0, 2).join(' ')}`)
    }
    if (results.length && !this.mute) await this.call('POST', `devicecmd?SN=${this.name}`, results.join('\n'))
    await this.report()
    return commands.length > 0
  }

  private async execute(command: string, id: string): Promise<number> {
    const [, verb, table, rest = ''] = /^DATA (UPDATE|DELETE) (\w+) ?([\s\S]*)$/.exec(command) ?? []
    if (verb === 'UPDATE') return this.tables.update(table!, rest)
    if (verb === 'DELETE') return this.tables.remove(table!, rest)
    if (command.startsWith('DATA QUERY ')) return this.query(command, id)
    if (command.startsWith('CONTROL DEVICE ')) return this.control(command.slice('CONTROL DEVICE '.length))
    if (command.startsWith('SET OPTIONS ')) return DONE
    if (!command.startsWith('GET OPTIONS ')) return NO_COMMAND
    await this.call(
      'POST',
      `querydata?SN=${this.name}&type=options&cmdid=${id}&tablename=options&count=1`,
      this.about(),
    )
    return DONE
  }

  /** The records come in calls of their own, and how many they are with the result (12.1.4). */
  private async query(command: string, id: string): Promise<number> {
    const [, table = ''] = /tablename=(\w+)/.exec(command) ?? []
    const records = this.tables.records(table)
    const packs = Math.ceil(records.length / PACK)
    for (let at = 0; at < packs; at += 1) {
      const some = records.slice(at * PACK, (at + 1) * PACK)
      const target = `querydata?SN=${this.name}&type=tabledata&cmdid=${id}&tablename=${table}&count=${some.length}&packcnt=${packs}&packidx=${at + 1}`
      await this.call('POST', target, some.join('\n'))
    }
    return records.length
  }

  /** AABBCCDD: what, which door, of what, and for how long (12.4). */
  private control(code: string): number {
    const [what, , of, value] = (code.match(/../g) ?? []).map(byte => parseInt(byte, 16))
    if (what === 1 && of === 1) {
      if (value === 0xff) this.hold(true)
      else if (value === 0) this.hold(false)
      else this.open(value!)
    } else if (what === 6) this.lock(of === 1)
    else if (what !== 2 && what !== 3) return NO_COMMAND
    return DONE
  }
  private hold(on: boolean): void {
    if (on !== this.heldOpen) this.event(on ? 205 : 204)
    this.heldOpen = on
  }
  private lock(on: boolean): void {
    if (on !== this.locked) this.event(on ? 233 : 234)
    this.locked = on
  }
  /** The lock opens, somebody walks through, and the door closes. */
  private open(seconds: number): void {
    this.opened += 1
    this.isOpen = true
    this.event(200)
    this.after(Math.min(seconds * 1000, 2000), () => {
      this.isOpen = false
      this.event(201)
    })
  }

  /** Somebody stands before it, with a face, a card or a password. */
  async appear(by: { pin?: string; card?: string; password?: string }): Promise<boolean> {
    const means = by.card !== undefined ? CARD : by.password !== undefined ? PASSWORD : FACE
    const pin = this.tables.whose(by)
    const event = pin === undefined ? UNKNOWN : this.tables.judge(pin, new Date(this.wallMs()))
    this.event(event, { pin: pin ?? '0', cardno: by.card ?? '0', verifytype: String(means) })
    if (event === PASSED) this.open(1)
    await this.report().catch(() => {})
    return event === PASSED
  }
  private wallMs = (): number => (this.options.now ?? Date.now)() + (this.options.offsetMin ?? 480) * 60_000
  wall(): string {
    return new Date(this.wallMs()).toISOString().slice(0, 19).replace('T', ' ')
  }
  /** Kept until it is answered. */
  event(event: number, more: { pin?: string; cardno?: string; verifytype?: string } = {}): void {
    const { pin = '0', cardno = '0', verifytype = '200' } = more
    const record = {
      time: this.wall(),
      pin,
      cardno,
      eventaddr: 1,
      event,
      inoutstatus: 0,
      verifytype,
      index: (this.logIndex += 1),
    }
    const body = Object.entries(record)
      .map(([name, value]) => `${name}=${value}`)
      .join('\t')
    this.kept.push({ path: `cdata?SN=${this.name}&table=rtlog`, body })
  }
  /** A picture of who passed last, behind its record. */
  photograph(pin: string, picture: Buffer, wall = this.wall()): void {
    const content = picture.toString('base64')
    const body = `ATTPHOTO pin=${pin}\tfilename=${wall.replace(/\D/g, '')}-${pin}.jpg\tsize=${content.length}\tcontent=${content}`
    this.kept.push({ path: `cdata?SN=${this.name}&table=tabledata&tablename=ATTPHOTO&count=1`, body })
  }
  /** How many uploads it still has to send. */
  get waiting(): number {
    return this.kept.length
  }
  async report(): Promise<void> {
    for (let next = this.kept[0]; next; next = this.kept[0]) {
      const { status } = await this.call('POST', next.path, next.body)
      if (status !== 200) throw new Error(`not taken: ${status}`)
      // Another report may have sent it meanwhile.
      if (this.kept[0] === next) this.kept.shift()
    }
  }

  private text = (body: Buffer): string =>
    new TextDecoder(this.options.charset === 'gbk' ? 'gbk' : 'utf-8').decode(body)
  /** The headers that prove a call with these contents; none without a secret. */
  signed(method: string, target: string, body: string | Buffer): Record<string, string> {
    const { secret } = this.options
    if (secret === undefined) return {}
    const [ts, nonce] = [String(Date.now()), randomBytes(8).toString('hex')]
    const digest = createHash('sha256').update(body).digest('hex')
    const sign = createHmac('sha256', secret).update(`${method}\n${target}\n${ts}\n${nonce}\n${digest}`).digest('hex')
    return { 'x-portico-ts': ts, 'x-portico-nonce': nonce, 'x-portico-sign': sign }
  }
  call(method: 'GET' | 'POST', path: string, text: string | Buffer = ''): Promise<Answer> {
    const { host, port, charset = 'utf-8' } = this.options
    if (this.cut) return Promise.reject(new Error('no network'))
    const body = typeof text === 'string' && charset === 'gbk' ? Buffer.from(toGbk(text)) : Buffer.from(text)
    const target = `/iclock/${path}`
    const headers = {
      ...this.signed(method, target, body),
      ...{ 'accept-charset': charset === 'gbk' ? 'GB2312' : 'UTF-8', 'content-length': body.length },
      ...(method === 'POST' ? { 'content-type': 'application/push;charset=UTF-8' } : {}),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        { host, port, method, path: target, headers, agent: this.agent, timeout: TIMEOUT_MS },
        response => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part)).once('error', reject)
          response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }))
        },
      )
      sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
      sent.once('error', reject)
      sent.end(body)
    })
  }
}
