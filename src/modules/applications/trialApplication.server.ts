/** The application of a registered organisation: open at once, with small quotas, ending with the trial. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'
import { STATE } from './applications.server.ts'

export interface TrialApplication {
  id: string
  sourceId: string
  name: string
  /** A wire value of the noun's industry. */
  industry: string
  deviceClasses: readonly string[]
  contact: string
  deviceQuota: number
  personQuota: number
  trialDays: number
}

export const addTrialApplication = (query: Query, made: TrialApplication): Promise<unknown> =>
  query(
    sql`insert into applications.application (id, source_id, name, industry, app_key, device_classes, contact,
      device_quota, person_quota, expires_on, state, remark)
      values (${made.id}, ${made.sourceId}, ${made.name}, ${made.industry},
        ${`ak${createHash('sha256').update(made.id).digest('hex').slice(0, 20)}`}, ${JSON.stringify(made.deviceClasses)},
        ${made.contact}, ${made.deviceQuota}, ${made.personQuota},
        (now() at time zone 'Asia/Shanghai')::date + ${made.trialDays}::int, ${STATE.active}, '注册时自动创建')`,
  )
