/** Plate cameras over HTTP: a call is judged, its plate decided, and the answer opens the bar or leaves it down. */
import { hash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceAnswer, DeviceCaller, DeviceRequest } from '#model/deviceHttp.ts'
import type { CallerSession, CallRefusal } from '#model/gate.ts'
import type { Ask, Order } from '#model/message.ts'
import type { Input, Params } from '#model/row.ts'
import { signatureOf } from '#protocols/http/signatureOf.ts'
import { readCall, type PlateCall, type PlateRead } from './readCall.ts'
import { writeDecision, writeIdle, writeOpening, writeRefusal, writeTaken, writeUnread } from './writeAnswer.ts'

export const PLATE_PATH = '/plate'
/** Seconds between the signs of life of a camera. */
const INTERVAL_S = 30
/** A camera that asks for what there is to do comes again as soon as it is answered: nothing is answered as late. */
const IDLE_MS = 500
const PLATE = 9
const FRAME_MAX = 256 * 1024
const STATUS: Partial<Record<CallRefusal, number>> = { busy: 503, flapping: 429 }
/** Of its inputs, the first sees who waits before the bar, the second its upper end. */
const INPUTS: readonly ((on: boolean) => Input)[] = [on => ({ loopFront: on }), on => ({ motion: on ? 1 : 2 })]
/** The commands that its relay carries out. */
export const OPENING: readonly string[] = ['open', 'letIn', 'letOut']
const NOT_POSSIBLE = { code: 4040, message: '相机只能开闸，不能执行这条指令' }

const json = (body: string, status = 200): DeviceAnswer => ({ status, body, type: 'application/json; charset=utf-8' })

export async function answerPlate(request: DeviceRequest, caller: DeviceCaller): Promise<DeviceAnswer> {
  const call = readCall(request)
  const { serial } = call
  const proof = signatureOf(request)
  if (serial === undefined || proof === 'malformed') {
    caller.refuse()
    return json(writeRefusal('why' in call ? call.why : 'signature'), 400)
  }
  const session = await caller.call({ serial, ...(proof ?? { proves: null }) }, INTERVAL_S)
  // The camera keeps what it read, and sends it when it is admitted.
  if ('refused' in session) {
    if (session.refused === 'tooMany') return { ...json(writeRefusal('tooMany'), 429), retryS: 60 }
    return json(writeRefusal(session.refused), STATUS[session.refused] ?? 403)
  }
  if ('why' in call) {
    // On the log of the device, so that its manufacturer finds it; what cannot be read now never can.
    session.unused(`POST ${PLATE_PATH}: ${call.why}`, request.body.subarray(0, 256))
    return json(writeUnread())
  }
  return json(await answerCall(session, call, request))
}

async function answerCall(session: CallerSession, call: PlateCall, request: DeviceRequest): Promise<string> {
  if (call.kind === 'plate') return decide(session, call, request)
  if (call.kind === 'input') {
    const values = INPUTS[call.input]?.(call.on)
    if (values)
      await session.store([{ kind: 'report', values: { lanes: [{ no: 1, ...values }] } }], request.body.length)
    return writeIdle()
  }
  const now = await opening(session)
  if (now) return now
  await sleep(IDLE_MS)
  return (await opening(session)) ?? writeIdle()
}

/** The next command that the relay carries out; the others are refused, each with its reason. */
async function opening(session: CallerSession): Promise<string | null> {
  for (let next = await session.next(); next; next = await session.next()) {
    if (isOpening(next)) return writeOpening()
    await session.store([{ kind: 'reply', commandId: next.commandId, ...NOT_POSSIBLE, data: {} }], 0)
  }
  return null
}
const isOpening = (order: Order): boolean => order.kind === 'command' && OPENING.includes(order.identifier)

/** A read that was answered opens nothing when it comes again: whoever recorded the call could let somebody in with it. */
async function decide(session: CallerSession, read: PlateRead, request: DeviceRequest): Promise<string> {
  const data = await new Promise<Params | null>((resolve, reject) => {
    const refuse = (answer: { data: Params }): void => resolve(answer.data)
    session.store([questionOf(read, request)], request.body.length, refuse).then(({ answers, again = [] }) => {
      const decision = answers.find(one => one.kind === 'answer')
      if (again.length) resolve(null)
      else resolve(decision?.kind === 'answer' ? decision.data : {})
    }, reject)
  })
  return read.local || data === null ? writeTaken(read) : writeDecision(read, data)
}

function questionOf(read: PlateRead, { target, body }: DeviceRequest): Ask {
  const { serial, plateNo, plateId, at, score, photo, scene, local } = read
  const direction = directionOf(target)
  return {
    ...{ kind: 'ask', identifier: 'askPass', questionId: '1' },
    ...(at === undefined ? {} : { at }),
    params: {
      method: PLATE,
      ...(plateNo ? { plateNo } : {}),
      ...(direction === undefined ? {} : { direction }),
      ...(score === undefined ? {} : { score }),
      ...(photo === undefined ? {} : { photo }),
      ...(scene === undefined ? {} : { scene }),
      ...(local ? { local: true, offline: true, ok: local.ok } : {}),
    },
    // Sent again it is the same fact; a camera without a clock numbers nothing that could be recognised.
    key:
      at === undefined
        ? randomBytes(16).toString('hex')
        : hash('sha256', `${serial}\0${plateId ?? plateNo}\0${at}`, 'hex').slice(0, 32),
    frame: { topic: PLATE_PATH, payload: body.subarray(0, FRAME_MAX) },
  }
}

/** Which way the lane of the camera leads stands in the address that is entered in it. */
function directionOf(target: string): number | undefined {
  const way = new URLSearchParams(target.split('?')[1] ?? '').get('dir')
  return way === 'in' ? 1 : way === 'out' ? 2 : undefined
}
