/** How long records of sign-ins are kept. */
import sql from 'sql-template-tag'
import { retained } from '#server/parts.ts'

export const retainedSignIns = retained({
  key: 'loginLog',
  label: ['登录日志', 'Sign-in log'],
  table: 'identity.login_log',
  since: 'at',
  days: 180,
})
export const retainedSessions = retained({
  key: 'session',
  label: ['已结束的登录', 'Ended sessions'],
  table: 'identity.session',
  when: sql`refresh_until < now() - interval '30 days'`,
  days: 30,
})
