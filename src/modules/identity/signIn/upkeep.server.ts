/** Removes expired codes, challenges, states and sessions. */
import sql from 'sql-template-tag'
import { worker } from '#server/parts.ts'

const EVERY_MS = 600_000

export const identityUpkeep = worker({
  name: 'identity upkeep',
  where: 'worker',
  async run(ports) {
    await ports.db.tx({ role: 'engine' }, async query => {
      await query(sql`delete from identity.captcha where until < now()`)
      await query(sql`delete from identity.used_nonce where until < now()`)
      await query(sql`delete from identity.attempt where window_until < now() - interval '1 day'`)
      await query(sql`delete from identity.sms_code where until < now()`)
      await query(sql`delete from identity.challenge where until < now()`)
      await query(sql`delete from identity.social_state where until < now()`)
      await query(sql`delete from identity.known_place where last_at < now() - interval '30 days'`)
      // The sign-in log keeps the history; an expired session itself is not needed any more.
      await query(sql`delete from identity.session where refresh_until < now() - interval '30 days'`)
    })
    return EVERY_MS
  },
})
