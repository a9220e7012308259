/** Where words stand that must stand nowhere: rows of the database, of whatever table, and answers, exports among them. */
import sql, { raw } from 'sql-template-tag'
import { expect } from 'vitest'
import { largestPage } from './largestPage.ts'
import type { TestPlatform } from './platform.ts'
import type { TestServer } from './server.ts'

const ENGINE = { role: 'engine' } as const

/** The tables with a row that contains one of the words. */
export async function tablesWith({ ports: { db } }: TestServer, words: readonly string[]): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    ENGINE,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname !~ '^(pg_|information_schema|facts)' and tablename <> 'portico_migration' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(80)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.query(ENGINE, sql`select 1 from ${raw(name)} x where x::text ~ ${words.join('|')} limit 1`)
    if (rows.length) found.push(name)
  }
  return found
}

/** The routes whose answers contain one of the words; `id` is the row that those of one row are asked about. */
export async function answersWith(
  { server, appId }: TestPlatform,
  words: readonly string[],
  id: string,
): Promise<string[]> {
  const found: string[] = []
  for (const { method, url } of server.app.rules) {
    if (method !== 'GET' || /\/live$/.test(url)) continue
    const answer = await server.app.inject({
      ...{ method: 'GET', url: `${url.replace(/:\w+/g, id)}?${largestPage(url)}appId=${appId}` },
      headers: { authorization: `Bearer ${server.token}` },
    })
    if (words.some(word => answer.body.includes(word))) found.push(url)
  }
  return found
}
