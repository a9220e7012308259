/** How long it is kept what was delivered. */
import sql from 'sql-template-tag'
import { retained } from '#server/parts.ts'

export const retainedDeliveries = retained({
  key: 'delivery',
  label: ['回调记录', 'Callback deliveries'],
  table: 'callbacks.delivery',
  when: sql`finished_at is not null`,
  days: 180,
})
