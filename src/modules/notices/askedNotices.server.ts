/** Tells people what other modules ask for: an alarm that is escalated, and whatever else is announced to them. */
import sql from 'sql-template-tag'
import { phonesOf } from '#modules/people/api.ts'
import type { AskedNotice } from '#server/askNotice.ts'
import { handler } from '#server/parts.ts'
import { notify } from './notify.server.ts'

export const askedNotices = handler({
  name: 'notices.asked',
  on: ['notice.asked'],
  async run(ports, event) {
    const { to, ...notice } = event.payload as unknown as AskedNotice
    await ports.db.tx({ role: 'engine' }, async query => {
      const [stored] = await query(sql`select 1 from notices.notice where asked_by = ${event.id} limit 1`)
      if (stored) return
      const phones = to.personIds?.length ? await phonesOf(ports, query, event.appId!, to.personIds) : []
      await notify(ports, query, { ...notice, to: { ...to, phones }, askedBy: event.id })
    })
  },
})
