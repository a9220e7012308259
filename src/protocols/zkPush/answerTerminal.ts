/** Terminals of ZKTeco over HTTP: they register, upload what happened, fetch commands and return what came of them. */
import { notInGbk, toGbk } from '#base/gbk.ts'
import type { DeviceAnswer, DeviceHandler, DeviceRequest } from '#model/deviceHttp.ts'
import type { CallerSession, CallRefusal } from '#model/gate.ts'
import type { DeviceMessage } from '#model/message.ts'
import type { Input } from '#model/row.ts'
import { signatureOf } from '#protocols/http/signatureOf.ts'
import { readCall, type ZkCall } from './readCall.ts'
import { pictureNameOf, readUpload, type Taken } from './readUpload.ts'
import { fieldsOf, linesOf, optionsOf, type Fields } from './records.ts'
import { readReturns } from './returns.ts'
import { Terminal } from './Terminal.ts'
import { ASK_OPTIONS, writeCommand } from './writeCommand.ts'
import { configurationOf, greetingOf, isAttendance, registryCodeOf, timeOf } from './writeConfiguration.ts'
import { wallOf } from './zkTime.ts'

export const ZK_PATH = '/iclock/'
/** Seconds within which a terminal calls again, whatever it is doing. */
const INTERVAL_S = 10
/** Messages that are stored together. */
const AT_ONCE = 200
/** Lines of one answer: a terminal works them off before it asks again. */
const LINES_MAX = 400
const STATUS: Partial<Record<CallRefusal, number>> = { busy: 503, flapping: 429 }
const NOT_POSSIBLE = { code: 4040, message: '终端没有这条指令' }
const OK = 'OK'

/** What is known of each admitted terminal, as long as we run. */
export function serveTerminals(): DeviceHandler {
  const terminals = new Map<string, Terminal>()
  return async (request, caller) => {
    const call = readCall(request)
    const { serial } = call
    const proof = signatureOf(request)
    if (serial === undefined || proof === 'malformed') {
      caller.refuse()
      return { status: 400, body: `${'why' in call ? call.why : 'signature'}\n` }
    }
    const session = await caller.call({ serial, ...(proof ?? { proves: null }) }, INTERVAL_S)
    if ('refused' in session) return refusalOf(session.refused, call)
    if ('why' in call) {
      // On the log of the device, so that its manufacturer finds it; what cannot be read now never can.
      session.unused(`${request.method} ${pathOf(request)}: ${call.why}`, startOf(request))
      return answer(OK)
    }
    const { deviceId } = session.identity
    const terminal = terminals.get(deviceId) ?? new Terminal()
    terminals.set(deviceId, terminal)
    if (call.charset === 'gbk' || /gb/i.test(request.header('accept-charset') ?? '')) terminal.charset = 'gbk'
    return answerCall({ session, terminal, call, request })
  }
}

interface Around {
  session: CallerSession
  terminal: Terminal
  call: ZkCall
  request: DeviceRequest
}

const pathOf = ({ target }: DeviceRequest): string => target.split('?')[0]!
const answer = (body: string | Uint8Array): DeviceAnswer => ({ status: 200, body, type: 'text/plain; charset=utf-8' })

/** One that nobody knows is told nothing and would repeat for ever; one that is not admitted yet keeps what it has. */
function refusalOf(refused: CallRefusal | 'tooMany', call: ReturnType<typeof readCall>): DeviceAnswer {
  if (refused === 'tooMany') return { status: 429, body: 'too many\n', retryS: 60 }
  if ('name' in call && call.name === 'registry') return { status: 406, body: `${refused}\n` }
  return refused === 'unknownDevice' ? answer(OK) : { status: STATUS[refused] ?? 403, body: `${refused}\n` }
}

async function answerCall(around: Around): Promise<DeviceAnswer> {
  const { session, terminal, call, request } = around
  switch (call.name) {
    case 'getrequest':
      return poll(around)
    case 'cdata':
      return request.method === 'GET' ? answer(greet(around)) : upload(around)
    case 'devicecmd':
      return returned(around)
    case 'querydata':
      return named(around)
    case 'registry':
      await learn(session, terminal, optionsOf(call.text), call.text.length)
      terminal.registered = true
      return answer(`RegistryCode=${registryCodeOf(call.serial)}\n`)
    case 'push':
      return answer(configurationOf(call.serial))
    case 'rtdata':
      return answer(timeOf(Date.now(), session.zone))
    case 'ping':
      return answer(OK)
  }
}

function greet({ terminal, call, session }: Around): string {
  terminal.attends = isAttendance(call)
  if (terminal.attends) return greetingOf(call.serial, session.zone)
  return terminal.registered
    ? `registry=ok\nRegistryCode=${registryCodeOf(call.serial)}\n${configurationOf(call.serial)}`
    : OK
}

/** What it says it can do, and what of that people see. */
async function learn(session: CallerSession, terminal: Terminal, options: Fields, bytes: number): Promise<void> {
  terminal.learn(options)
  const values: Input = {}
  const text = (name: string, as: string, pattern: RegExp): void => {
    const value = options.get(name)?.trim() ?? ''
    if (pattern.test(value)) values[as] = value
  }
  const number = (value: string | undefined, as: string): void => {
    if (value !== undefined && /^\d{1,7}$/.test(value)) values[as] = Number(value)
  }
  text('firmver', 'fwVersion', /^[\w .:/-]{1,64}$/)
  text('fwversion', 'fwVersion', /^[\w .:/-]{1,64}$/)
  text('ipaddress', 'ip', /^[\d.]{7,15}$/)
  text('mac', 'mac', /^[\da-f:]{17}$/i)
  // The tenth kind of pictures are faces by visible light.
  number(options.get('maxmultibiophotocount')?.split(':')[9], 'capacity')
  number(options.get('facecount'), 'faceCount')
  if (Object.keys(values).length) await session.store([{ kind: 'report', values }], bytes)
}

async function poll({ session, terminal }: Around): Promise<DeviceAnswer> {
  const now = Date.now()
  if (!terminal.abilities && !terminal.asked && !terminal.attends) {
    terminal.asked = true
    return answer(`C:${terminal.nextId()}:${ASK_OPTIONS}\n`)
  }
  const lines: string[] = []
  while (lines.length < LINES_MAX && terminal.takesMore(now)) {
    const order = await session.next()
    if (!order) break
    const abilities = terminal.abilities ?? { seconds: false, cards: false }
    const written = terminal.attends ? null : writeCommand(order, { zone: session.zone, now, abilities })
    if (!written) {
      await session.store([{ kind: 'reply', commandId: order.commandId, ...NOT_POSSIBLE, data: {} }], 0)
      continue
    }
    const { lines: more, reply } = terminal.send(order.commandId, order.expiresAt, written)
    lines.push(...more)
    if (reply) await session.store([reply], 0)
  }
  return answer(lines.length ? encoded(`${lines.join('\n')}\n`, terminal) : OK)
}

/** In its own charset; a character that it does not have becomes a question mark, which costs nobody their name. */
function encoded(text: string, { charset }: Terminal): string | Uint8Array {
  if (charset === 'utf-8') return text
  return toGbk(notInGbk(text) === null ? text : [...text].map(one => (notInGbk(one) === null ? one : '?')).join(''))
}

async function upload({ session, terminal, call, request }: Around): Promise<DeviceAnswer> {
  const {
    messages,
    wrong,
    options,
    pictures,
    answer: text,
  } = readUpload(call, { ...{ serial: call.serial, zone: session.zone } })
  for (const why of wrong) session.unused(`POST ${pathOf(request)}: ${why}`, startOf(request))
  if (options) await learn(session, terminal, options, request.body.length)
  for (const message of messages) rememberPassage(terminal, message, session.zone)
  const bytes = request.body.length
  for (let at = 0; at < messages.length; at += AT_ONCE)
    await session.store(messages.slice(at, at + AT_ONCE), at === 0 ? bytes : 0)
  for (const picture of pictures) await storePicture(session, terminal, picture, bytes, request)
  return answer(text)
}

/** What a log shows of a call: where it was, and how it began, without the passwords of people who were enrolled at the terminal. */
const startOf = ({ target, body }: DeviceRequest): Buffer => {
  const begins = body
    .subarray(0, 256)
    .toString('latin1')
    .replace(/(passw\w*=)[^\t\r\n&]*/gi, '$1')
  return Buffer.from(`${target.slice(0, 200)}\n${begins}`, 'latin1')
}

function rememberPassage(terminal: Terminal, message: DeviceMessage, zone: string): void {
  if (message.kind !== 'event' || message.at === undefined || message.params.ok === undefined) return
  const { personId } = message.params
  const pin = typeof personId === 'string' ? personId : undefined
  terminal.remember(pictureNameOf(wallOf(message.at, zone), pin), message)
}

/** The picture comes after its passage, as a further picture of the same fact. */
async function storePicture(
  session: CallerSession,
  terminal: Terminal,
  { name, photo }: Taken,
  bytes: number,
  request: DeviceRequest,
): Promise<void> {
  const event = terminal.passageOf(name)
  if (!event) return session.unused(`POST ${pathOf(request)}: picture of no passage`, Buffer.from(name))
  const { misfits } = await session.store([{ ...event, params: { ...event.params, scene: photo } }], bytes)
  if (misfits.includes('scene')) session.unused(`POST ${pathOf(request)}: picture`, Buffer.from(name))
}

async function returned({ session, terminal, call, request }: Around): Promise<DeviceAnswer> {
  const results = readReturns(call.text)
  if (results.length === 0) session.unused(`POST ${pathOf(request)}: form`, startOf(request))
  const replies = results.flatMap(one => terminal.returned(one) ?? [])
  if (replies.length) await session.store(replies, request.body.length)
  return answer(OK)
}

/** `querydata`: whom it stores, or its options. */
async function named({ session, terminal, call }: Around): Promise<DeviceAnswer> {
  const [type, table] = [call.query.get('type') ?? '', (call.query.get('tablename') ?? '').toLowerCase()]
  if (type === 'options') {
    await learn(session, terminal, optionsOf(call.text), call.text.length)
    return answer(OK)
  }
  const lines = type === 'tabledata' ? linesOf(call.text) : []
  terminal.name(
    call.query.get('cmdid') ?? '',
    table,
    lines.map(line => fieldsOf(line, table)),
  )
  return answer(`${table}=${lines.length}`)
}
