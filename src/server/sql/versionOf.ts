/** A cheap check whether a long list has changed, before it is read again. */
import sql, { type Sql } from 'sql-template-tag'
import { prepared } from './prepared.ts'

/** Selects `version`, a text that changes with the rows that `list` selects, in whatever order they come. */
export const versionOf = (list: Sql): Sql =>
  prepared(sql`select count(*) || ':' || coalesce(sum(hashtextextended(l::text, 0)), 0) as version from (${list}) l`)
