/** Cameras that post what they saw: a call is judged, its report is stored, and what cannot be read stands on the camera's log. */
import { hash } from 'node:crypto'
import type { DeviceAnswer, DeviceCaller, DeviceHandler, DeviceRequest } from '#model/deviceHttp.ts'
import type { CallerSession, CallRefusal } from '#model/gate.ts'
import type { DeviceMessage } from '#model/message.ts'
import { Authorization } from '#protocols/http/authorization.ts'
import { readCaptures, type Content } from './readCaptures.ts'
import { readReport } from './readReport.ts'
import { SerialGaps } from './SerialGaps.ts'

/** The serial number follows. */
export const ISAPI_PATH = '/isapi/'
/** Cameras say that they are there every ten seconds. */
const INTERVAL_S = 30
const LOGGED_BYTES = 256
const FRAME_MAX = 256 * 1024
const SERIAL = /^[A-Za-z0-9_-]{1,64}$/
const STATUS: Partial<Record<CallRefusal | 'tooMany', number>> = { busy: 503, flapping: 429, tooMany: 429 }
const OK: DeviceAnswer = { status: 200, body: 'OK\n' }

/** What the calls to one listener share. */
interface Shared {
  authorization: Authorization
  gaps: SerialGaps
}

export function answerReports(): DeviceHandler {
  const shared: Shared = { authorization: new Authorization(), gaps: new SerialGaps() }
  return (request, caller) => answer(request, caller, shared)
}

async function answer(request: DeviceRequest, caller: DeviceCaller, shared: Shared): Promise<DeviceAnswer> {
  const { method, target } = request
  const [path = ''] = target.split('?')
  const serial = path.slice(ISAPI_PATH.length).replace(/\/$/, '')
  if (!SERIAL.test(serial)) return { status: 404, body: 'not found\n' }
  if (method !== 'POST' && method !== 'PUT') return { status: 405, body: 'method\n', headers: { allow: 'POST, PUT' } }
  const { authorization, gaps } = shared
  const proof = authorization.proofOf(request, Date.now())
  if (typeof proof === 'string') {
    if (proof === 'malformed') caller.refuse()
    return unproven(authorization, proof === 'stale', proof)
  }
  const session = await caller.call({ serial, ...proof }, INTERVAL_S)
  if ('refused' in session) {
    const { refused } = session
    if (refused === 'badSecret') return unproven(authorization, false, refused)
    const status = STATUS[refused] ?? 403
    return { status, body: `${refused}\n`, ...(status === 403 ? {} : { retryS: status === 429 ? 60 : 1 }) }
  }
  return store(session, request, gaps)
}

const unproven = (authorization: Authorization, stale: boolean, why: string): DeviceAnswer => ({
  ...{ status: 401, body: `${why}\n`, headers: { 'www-authenticate': authorization.challenge(stale, Date.now()) } },
})

async function store(session: CallerSession, request: DeviceRequest, gaps: SerialGaps): Promise<DeviceAnswer> {
  const { body } = request
  const report = readReport(request.header('content-type') ?? '', body)
  const log = (what: string): void => session.unused(`ISAPI: ${what}`, body.subarray(0, LOGGED_BYTES))
  const misread = (why: string): DeviceAnswer => {
    log(why)
    return { status: 400, body: `${why}\n` }
  }
  if (typeof report === 'string') return misread(report)
  if (report.notPictures) log('notPicture')
  const content = readCaptures(report)
  if (typeof content === 'string') return misread(content)
  if (content.happened === null) log(`eventType ${content.eventType}`)
  const { deviceId } = session.identity
  const messages = messagesOf(content, deviceId, body)
  if (messages.length) await session.store(messages, body.length)
  // Only what was stored counts as come.
  const gap = content.serialNo === undefined ? null : gaps.skipped(deviceId, content.serialNo)
  if (gap) log(`serialNo ${gap.from}-${gap.to} did not come`)
  return OK
}

/** A report that is sent again has the same number and time, or at least the same bytes. */
function messagesOf({ happened, at, serialNo }: Content, deviceId: string, body: Buffer): DeviceMessage[] {
  const name = serialNo === undefined ? hash('sha256', body) : `${serialNo} ${at ?? ''}`
  return (happened ?? []).map(({ identifier, params }, index) => ({
    ...{ kind: 'event', identifier, params },
    ...(at === undefined ? {} : { at }),
    key: hash('sha256', `${deviceId} ${name} ${index}`).slice(0, 32),
    frame: { topic: ISAPI_PATH, payload: body.subarray(0, FRAME_MAX) },
  }))
}
