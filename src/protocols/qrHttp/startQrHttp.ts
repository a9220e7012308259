/** QR readers over HTTP: a call is judged, its code decided, and the answer opens or says why not. */
import { hash, randomBytes } from 'node:crypto'
import type { CallerSession, CallRefusal, DeviceGate } from '#model/gate.ts'
import type { DeviceMessage } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import type { Front } from '#model/protocol.ts'
import { Strangers } from '#protocols/http/Strangers.ts'
import { signatureOf } from '#protocols/http/signatureOf.ts'
import { defaultHttpLimits } from '#protocols/http/limits.ts'
import {
  startDeviceHttp,
  type DeviceAnswer,
  type DeviceHttpOptions,
  type DeviceRequest,
} from '#protocols/http/startDeviceHttp.ts'
import { readScan, type Misread, type Scan } from './readScan.ts'
import { writeDecision, writeNext, writeProblem } from './writeAnswer.ts'

const PATH = '/qr'
/** Seconds between the calls of a reader while no code is shown. */
const INTERVAL_S = 10
const QR = 5
const LIVE_MS = 60_000
const STATUS: Partial<Record<CallRefusal, number>> = { busy: 503, flapping: 429 }

export function startQrHttp(options: DeviceHttpOptions): Promise<Front> {
  const strangers = new Strangers(options.limits?.refusalsPerMin ?? defaultHttpLimits.refusalsPerMin)
  return startDeviceHttp(options, request => answer(options.gate, strangers, request))
}

async function answer(gate: DeviceGate, strangers: Strangers, request: DeviceRequest): Promise<DeviceAnswer> {
  const [path] = request.target.split('?')
  // A reader whose clock is wrong learns the time for its signatures.
  if (path === '/time' && request.method === 'GET') return { status: 200, body: String(Date.now()) }
  if (path !== PATH) return { status: 404, body: 'not found\n' }
  const wire = request.method === 'GET' ? 'query' : 'form'
  const scan = readScan(request)
  const nowMs = performance.now()
  const { address } = request
  const { serial } = scan
  if (!strangers.mayCall(address, serial ?? '', nowMs)) return { status: 429, body: 'too many\n', retryS: 60 }
  const proof = signatureOf(request)
  if (serial === undefined || proof === 'malformed') {
    strangers.wasRefused(address, nowMs)
    return malformed(wire, serial === undefined ? (scan as Misread).why : 'signature')
  }
  const session = await gate.call(
    { protocol: 'qrHttp', serial, remoteAddress: address, ...(proof ?? { proves: null }) },
    { clientId: serial, intervalS: INTERVAL_S },
  )
  if ('refused' in session) {
    strangers.wasRefused(address, nowMs)
    const status = STATUS[session.refused] ?? 403
    return { status, body: writeProblem(wire, 'unknown', session.refused) }
  }
  strangers.wasAdmitted(address, serial, nowMs)
  if ('why' in scan) {
    // On the log of the device, so that its manufacturer finds it.
    session.unused(`${request.method} ${path}: ${scan.why}`, request.body.subarray(0, 256))
    return { ...malformed(wire, scan.why), by: serial }
  }
  return { status: 200, body: await decide(session, scan, request), by: serial }
}

const malformed = (wire: Scan['wire'], why: string): DeviceAnswer => ({
  status: 400,
  body: writeProblem(wire, 'malformed', why),
})

async function decide(session: CallerSession, scan: Scan, request: DeviceRequest): Promise<string> {
  const messages = messagesOf(scan, request)
  if (!scan.code) {
    if (messages.length) await session.store(messages, request.body.length)
    return writeNext(scan, await session.next())
  }
  const data = await new Promise<Params>((resolve, reject) => {
    const refuse = (answer: { data: Params }): void => resolve(answer.data)
    session.store(messages, request.body.length, refuse).then(({ answers }) => {
      const decision = answers.find(one => one.kind === 'answer')
      resolve(decision?.kind === 'answer' ? decision.data : {})
    }, reject)
  })
  return writeDecision(scan, data, Date.now())
}

function messagesOf(scan: Scan, { body }: DeviceRequest): DeviceMessage[] {
  const { serial, code, doorNo, direction, at, scanId, local, reply, values } = scan
  const messages: DeviceMessage[] = []
  if (Object.keys(values).length) messages.push({ kind: 'report', values })
  if (reply) messages.push({ kind: 'reply', ...reply, data: {} })
  if (code)
    messages.push({
      kind: 'ask',
      identifier: 'scan',
      // Its seconds are less exact than the time of a call that is answered at once.
      ...(at === undefined || (!local && Math.abs(Date.now() - at) < LIVE_MS) ? {} : { at }),
      params: {
        ...{ code, method: QR },
        ...(doorNo === undefined ? {} : { doorNo }),
        ...(direction === undefined ? {} : { direction }),
        ...(scanId === undefined ? {} : { scanId }),
        ...(local ? { local: true, ok: local.ok, ...(local.ok ? {} : { reason: local.reason }) } : {}),
      },
      // Neither wire numbers its calls, so each is a scan of its own; what a reader reports later has its number.
      key:
        local && scanId ? hash('sha256', `${serial}\0${scanId}`, 'hex').slice(0, 32) : randomBytes(16).toString('hex'),
      questionId: '1',
      frame: { topic: PATH, payload: body },
    })
  return messages
}
