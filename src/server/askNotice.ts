/** Any module asks that people are told something, in the transaction of what it is about; `notices` tells them after it. */
import sql from 'sql-template-tag'
import type { Ports } from './ports.ts'
import type { RunSql } from './sql/db.ts'

export interface AskedNotice {
  /** A device, which accounts must see, or an application, which they must enter as a whole. */
  about: { deviceId: string } | { appId: string }
  to: {
    accountIds?: readonly string[]
    /** People of the application, whom only an SMS reaches. */
    personIds?: readonly string[]
  }
  /** Who says it: the name of a rule or an alarm. */
  title: string
  body: string
  by: 'console' | 'sms'
  /** The path of the console that it leads to. Default: the device. */
  link?: string
  /** The row that it comes from, whose owner takes `notice.ended`. */
  origin: string
  originId: string
}

export const askNotice = (
  { newId }: Pick<Ports, 'newId'>,
  query: RunSql,
  appId: string,
  notice: AskedNotice,
): Promise<unknown> =>
  query(sql`insert into engine.outbox (id, type, key, app_id, payload)
    values (${newId()}, 'notice.asked', ${`notice of ${notice.origin} ${notice.originId}`}, ${appId},
      ${JSON.stringify(notice)}::jsonb)`)

/** Stands in the text of a notice for what is only put in when the message is sent, and is stored with no notice. */
export const SECRET = '••••••'

/** What stands in the place of `SECRET` in the messages of the rows of its module. */
export interface NoticeSecret {
  part: 'noticeSecret'
  /** The `origin` of its notices. */
  of: string
  /** Null when it is no longer to be told: the message is not sent. */
  read(ports: Ports, originId: string): Promise<string | null>
}
export const noticeSecret = (spec: Omit<NoticeSecret, 'part'>): NoticeSecret => ({ part: 'noticeSecret', ...spec })
