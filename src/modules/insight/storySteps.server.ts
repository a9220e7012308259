/** The parts of a story, and its first step: the message of the device. */
import { spanText } from '#base/ago.ts'
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { showInstant } from '#base/zonedTime.ts'
import type { Params } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Mend } from './mend.ts'
import type { StoryStep } from './storyStep.ts'

export interface Story {
  verdict: Text
  tone: 'ok' | 'bad' | 'warn'
  subject: Params
  steps: StoryStep[]
  /** For a refused passage. */
  mend?: Mend | null
}

/** Milliseconds between two instants; null when one is unknown. */
export const ms = (from: string | null, to: string | null): number | null =>
  from && to ? Math.max(0, new Date(to).getTime() - new Date(from).getTime()) : null
/** The same text for both languages: names, and text written by others. */
export const both = (text: string): Text => [text, text]

/** Sessions of earlier versions do not say it. */
const UNKNOWN: Text = ['协议未记录', 'Protocol not recorded']

/** The protocol of the session in which the message came. */
async function protocolAt(ctx: Ctx, deviceId: string, receivedAt: string): Promise<Text> {
  const [session] = await ctx.ports.db.query<{ protocol: string | null; proven: boolean; gateway: string | null }>(
    { role: 'engine' },
    sql`select l.protocol, l.proven, g.name as gateway
      from devices.session_log l left join devices.device g on g.id = l.gateway_id
      where l.device_id = ${deviceId} and l.opened_at <= ${receivedAt}::timestamptz + interval '1 second'
      order by l.opened_at desc limit 1`,
  )
  const [zh, en] = ctx.ports.protocols.get(session?.protocol ?? '')?.label ?? UNKNOWN
  if (session?.gateway) return [`${zh}，经由网关 ${session.gateway}`, `${en}, through gateway ${session.gateway}`]
  return session?.proven === false ? [`${zh}（未认证）`, `${en}, unproven`] : [zh, en]
}

/** A fact as it came: `at` is what its device stated, `time` what is counted. */
interface Received {
  id: string
  device_id: string
  at: string
  time: string
  received_at: string
  clock_off: boolean
  params: unknown
}

/** The device stated an impossible time, past or future. */
function clockOffNote(ctx: Ctx, { at }: Received): Text {
  const stated = showInstant(at, ctx.zone)
  return [
    `设备时钟不准（设备报的是 ${stated}），按收到时间记录`,
    `The device's clock is wrong: it said ${stated}; the time of receipt was taken`,
  ]
}

/** When a fact's frame was received, its size and its delay. */
export async function receivedStep(ctx: Ctx, fact: Received): Promise<StoryStep> {
  const { id: factId, device_id: deviceId, received_at: receivedAt, clock_off: clockOff, params } = fact
  const [frame] = await ctx.ports.db.query<{ bytes: number | null; kind: number; identifier: string | null }>(
    { role: 'engine' },
    sql`select bytes, kind, identifier from devices.frame where at = ${receivedAt} and id = ${factId}`,
  )
  const protocol = await protocolAt(ctx, deviceId, receivedAt)
  // Messages are kept for a shorter time than what they reported.
  const bytes = frame?.bytes ? ` · ${frame.bytes} B` : ''
  const late = ms(fact.time, receivedAt) ?? 0
  const note: Text = clockOff
    ? clockOffNote(ctx, fact)
    : late > 60_000
      ? [`设备时间早 ${spanText(late)[0]}：离线补传`, `Stated ${spanText(late)[1]} earlier: sent later`]
      : [`${protocol[0]}${bytes} · 存储后应答`, `${protocol[1]}${bytes} · acknowledged after it was stored`]
  return {
    at: receivedAt,
    kind: 'frame',
    title: ['收到设备消息', 'Message received'],
    note,
    tone: clockOff ? 'warn' : 'info',
    ms: null,
    detail: frame ? { identifier: frame.identifier, content: params } : null,
  }
}
