/** The server half of what callbacks carry: reads what an event of the outbox is about. */
import type { Params } from '#model/row.ts'
import type { NoticeSecret } from './askNotice.ts'
import type { OutboxEvent } from './parts.ts'
import type { RunSql } from './sql/db.ts'

/** The device of an event as it is now, with the class that it had. */
export interface AnnouncedDevice {
  id: string
  device_class: string
  sn: string
  name: string
  app_id: string | null
  source_id: string
}
/** What a message says. */
export interface Content {
  /** The key of its announcement. */
  key: string
  appId: string
  sourceId: string
  /** Of a fact. */
  factId: string | null
  /** The part of the device, or what else the message is about. */
  subject: string
  time: string
  data: Params
}
/** Without this half a message says what the event carries. */
export interface Contents {
  part: 'contents'
  /** The type of the event. */
  of: string
  /** Null if what the event refers to no longer exists, or belongs to no application. */
  read(query: RunSql, event: OutboxEvent, device: AnnouncedDevice | null): Promise<Content | null>
}
export const contents = (spec: Omit<Contents, 'part'>): Contents => ({ part: 'contents', ...spec })

/** What leaves the product: by callbacks, and in messages to phones. */
export type AnnouncedPart = Contents | NoticeSecret
