/** The number of a door without a name, after the name of its device: as SQL over a part `c`. */
import sql, { type Sql } from 'sql-template-tag'
import type { Language } from '#base/text.ts'

export const numbered = (language: Language): Sql =>
  language === 'en' ? sql`' · Door ' || c.no` : sql`' · ' || c.no || ' 号门'`
