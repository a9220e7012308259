/** The fields of every edited row that no noun declares: when it was created and last changed. */
import { instant, type Fields } from './field.ts'
import type { NounSpec } from './noun.ts'

const HISTORY = {
  createdAt: instant(['创建时间', 'Created'], { by: 'system', find: 'range', sort: true, notNull: true }),
  updatedAt: instant(['更新时间', 'Updated'], { by: 'system', find: 'range', sort: true, notNull: true }),
} satisfies Fields

/** Facts, projections and views have times of their own. */
export const historyOf = ({ life = 'row' }: Pick<NounSpec, 'life'>): Fields => (life === 'row' ? HISTORY : {})
