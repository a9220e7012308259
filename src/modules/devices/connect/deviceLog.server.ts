/** A device's log: messages in both directions line by line, and events that outsiders can cause, counted. */
import sql from 'sql-template-tag'
import type { CloseReason } from '#model/gate.ts'
import type { Report } from '#model/message.ts'
import type { Input, Params } from '#model/row.ts'
import { requestLimits } from '#server/http/limits.ts'
import type { Ports } from '#server/ports.ts'
import { FRAME_KINDS, isWrong, type FrameKind } from '../facts/frameKinds.ts'
import type { FrameRow } from '../facts/lanes.server.ts'
import type { OpenLink } from './linkBook.server.ts'
import { logChanged } from './logChanged.server.ts'
import { LogTally } from './logTally.server.ts'
import type { Moment } from '../facts/translate.rules.ts'

const LOGGED_MAX = 8_000
/** Unparsed bytes as a short printable text. */
const clean = (text: string): string => text.slice(0, 256).replace(/[\0-\x1f\x7f]|\p{Surrogate}/gu, '\ufffd')

export class DeviceLog {
  /** Lines that outsiders can cause in any number. */
  readonly tally: LogTally
  private readonly ports: Ports

  constructor(ports: Ports) {
    this.ports = ports
    this.tally = new LogTally(ports, line =>
      this.note(line.deviceId, line.identifier, line.content, isWrong(line.kind) ? 1 : null, line.kind),
    )
  }

  /** Stored as it came, with what is wrong with it. */
  misfit(
    entry: OpenLink,
    identifier: string | null,
    misfits: readonly string[],
    values: Input,
    moment: Moment,
  ): FrameRow {
    return this.frame(entry, 'misfit', identifier, { misfits, values }, moment, { code: 460 })
  }

  /** One line for all reports of a bundle, however many there are. */
  backfill(entry: OpenLink, past: readonly Report[], misfits: readonly string[], moment: Moment): FrameRow {
    const reports = past.map(({ at, values }) => ({ at: at === undefined ? null : new Date(at).toISOString(), values }))
    return this.frame(
      entry,
      misfits.length ? 'misfit' : 'report',
      'backfill',
      { ...(misfits.length && { misfits }), reports },
      moment,
      { code: misfits.length ? 460 : null },
    )
  }

  frame(
    entry: OpenLink,
    kind: FrameKind,
    identifier: string | null,
    content: unknown,
    moment: Moment,
    extra: { code?: number | null; requestId?: string } = {},
  ): FrameRow {
    const text = content === null ? '' : JSON.stringify(content)
    return {
      id: moment.newId(),
      device_id: entry.deviceId,
      kind: FRAME_KINDS[kind][0],
      identifier: identifier?.slice(0, 64) ?? null,
      upstream: true,
      content: text.length > LOGGED_MAX ? { cut: text.slice(0, LOGGED_MAX) } : content,
      code: extra.code ?? null,
      request_id: extra.requestId?.slice(0, 64) ?? null,
      bytes: text.length,
      at_ms: moment.nowMs,
    }
  }

  /** A device came, or went, over a gateway: the device has no connection of its own that would show it. */
  async behind(entry: OpenLink, gateway: OpenLink | undefined, left?: CloseReason): Promise<void> {
    await this.tally.note({
      deviceId: entry.deviceId,
      kind: left === undefined ? FRAME_KINDS.online[0] : FRAME_KINDS.offline[0],
      identifier: 'gateway',
      content: {
        gateway: entry.gateway,
        ...(gateway && { name: gateway.name }),
        ...(left !== undefined && { reason: left }),
      },
    })
  }

  async trespass(entry: OpenLink, topic: string): Promise<void> {
    const content = { topic: topic.slice(0, 256) }
    await this.tally.note({ deviceId: entry.deviceId, kind: FRAME_KINDS.trespass[0], identifier: 'trespass', content })
  }

  /** A publish that the platform does not process: its topic and beginning, so that the manufacturer finds it here. */
  async unused(entry: OpenLink, topic: string, start: Uint8Array): Promise<void> {
    const content = { topic: clean(topic), payload: clean(Buffer.from(start).toString()) }
    const identifier = content.topic.split('/').slice(-2).join('/').slice(0, 64)
    await this.tally.note({ deviceId: entry.deviceId, kind: FRAME_KINDS.unused[0], identifier, content })
  }

  /** An announced picture that got no address, because the device announced too many. */
  async limited(entry: OpenLink, identifier: string, picture: string): Promise<void> {
    const content = { picture, perHour: requestLimits.most.announced }
    await this.tally.note({ deviceId: entry.deviceId, kind: FRAME_KINDS.limited[0], identifier, content })
  }

  /** A line in the device's log that comes from no message. */
  async note(
    deviceId: string,
    identifier: string,
    content: Params,
    code: number | null,
    kind: number = FRAME_KINDS.refused[0],
  ): Promise<void> {
    const now = this.ports.now().toISOString()
    const [written] = await this.ports.db.query<{ source_id: string; app_id: string | null; device_class: string }>(
      { role: 'engine' },
      sql`insert into devices.frame (id, source_id, app_id, device_id, device_class, kind, identifier, upstream,
        content, code, at)
      select ${this.ports.newId()}, source_id, app_id, id, device_class, ${kind}, ${identifier}, true,
        ${JSON.stringify(content)}::jsonb, ${code}, ${now}
      from devices.device where id = ${deviceId} returning source_id, app_id, device_class`,
    )
    if (!written) return
    const { source_id: sourceId, app_id: appId, device_class: deviceClass } = written
    logChanged(this.ports, { deviceId, deviceClass, appId, sourceId })
  }
}
