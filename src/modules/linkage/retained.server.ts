/** How long it is kept what linkages did. */
import sql from 'sql-template-tag'
import { retained } from '#server/parts.ts'

export const retainedRuns = retained({
  key: 'linkageRun',
  label: ['联动记录', 'Linkage runs'],
  table: 'linkage.run',
  when: sql`state <> 0`,
  days: 180,
})
