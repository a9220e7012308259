/** QR readers over HTTP: a call is judged, its code decided, and the answer opens or says why not. */
import { hash, randomBytes } from 'node:crypto'
import type { DeviceAnswer, DeviceCaller, DeviceRequest } from '#model/deviceHttp.ts'
import type { CallerSession, CallRefusal } from '#model/gate.ts'
import type { DeviceMessage } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import { signatureOf } from '#protocols/http/signatureOf.ts'
import { readScan, type Misread, type Scan } from './readScan.ts'
import { writeDecision, writeNext, writeProblem } from './writeAnswer.ts'

export const QR_PATH = '/qr'
export const TIME_PATH = '/time'
/** Seconds between the calls of a reader while no code is shown. */
const INTERVAL_S = 10
const QR = 5
const LIVE_MS = 60_000
const STATUS: Partial<Record<CallRefusal, number>> = { busy: 503, flapping: 429 }

export async function answerScan(request: DeviceRequest, caller: DeviceCaller): Promise<DeviceAnswer> {
  const [path] = request.target.split('?')
  // A reader whose clock is wrong learns the time for its signatures.
  if (path === TIME_PATH)
    return request.method === 'GET' ? { status: 200, body: String(Date.now()) } : { status: 404, body: 'not found\n' }
  const wire = request.method === 'GET' ? 'query' : 'form'
  const scan = readScan(request)
  const { serial } = scan
  const proof = signatureOf(request)
  if (serial === undefined || proof === 'malformed') {
    caller.refuse()
    return malformed(wire, serial === undefined ? (scan as Misread).why : 'signature')
  }
  const session = await caller.call({ serial, ...(proof ?? { proves: null }) }, INTERVAL_S)
  if ('refused' in session) {
    if (session.refused === 'tooMany') return { status: 429, body: 'too many\n', retryS: 60 }
    const status = STATUS[session.refused] ?? 403
    return { status, body: writeProblem(wire, 'unknown', session.refused) }
  }
  if ('why' in scan) {
    // On the log of the device, so that its manufacturer finds it.
    session.unused(`${request.method} ${path}: ${scan.why}`, request.body.subarray(0, 256))
    return malformed(wire, scan.why)
  }
  return { status: 200, body: await decide(session, scan, request) }
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
      frame: { topic: QR_PATH, payload: body },
    })
  return messages
}
