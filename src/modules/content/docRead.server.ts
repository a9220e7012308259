/** The documentation as readers see it, signed in or not. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { flag, text } from '#model/field.ts'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { endpoint } from '#server/parts.ts'

const MOST = 50
/** Whether the request has no session: see the routes. */
const isAnonymous = (ctx: Ctx): boolean => ctx.user.userId === '0'
/** A folder is hidden by one above it that is stopped. */
const visible = (ctx: Ctx) => sql`${isAnonymous(ctx) ? sql`r.visible = 1` : sql`true`} and not exists (
  with recursive up as (select r.parent_id, r.state
    union all select p.parent_id, p.state from content.doc_dir p join up on p.id = up.parent_id)
  select from up where state = 0)`
const languageOf = (input: Input, ctx: Ctx): string =>
  input.language === 'en' || input.language === 'zh' ? input.language : ctx.language

/** In a search `%` and `_` are ordinary characters. */
const pattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

export const docTree = endpoint({
  method: 'GET',
  path: '/api/docs/tree',
  access: 'public',
  budget: 'read',
  scope: 'engine',
  input: { language: text(['语言', 'Language'], { max: 2 }) },
  summary: ['文档目录及其中已发布的文档，按顺序', 'Folders with their published documents, in order'],
  async run(ctx, input) {
    const language = languageOf(input, ctx)
    const dirs = await ctx.sql<{ id: string; parentId: string | null; name: string }>(
      sql`select r.id, r.parent_id as "parentId", case when ${language} = 'en' then coalesce(r.name_en, r.name) else r.name end as name
        from content.doc_dir r where ${visible(ctx)} order by r.sort, r.id`,
    )
    const docs = await ctx.sql<{ id: string; dirId: string; title: string; summary: string | null }>(
      sql`select d.id, d.dir_id as "dirId", v.title, d.summary from content.doc d
        join content.doc_version v on v.doc_id = d.id and v.version = d.version
        join content.doc_dir r on r.id = d.dir_id where d.state = 1 and d.language = ${language} and ${visible(ctx)} order by d.sort, d.id`,
    )
    return dirs.map(dir => ({ ...dir, docs: docs.filter(one => one.dirId === dir.id) }))
  },
})

export const docSearch = endpoint({
  method: 'GET',
  path: '/api/docs/page',
  access: 'public',
  budget: 'read',
  scope: 'engine',
  input: {
    keyword: text(['关键词', 'Keyword'], { required: true, max: 50 }),
    language: text(['语言', 'Language'], { max: 2 }),
  },
  summary: ['包含关键词的已发布文档，标题匹配在前', 'Published documents in which a word occurs, titles before texts'],
  run: (ctx, input) => {
    const word = pattern(input.keyword)
    return ctx.sql<{ id: string; title: string; summary: string | null; inTitle: boolean; excerpt: string }>(
      sql`select d.id, v.title, d.summary, (v.title ilike ${word}) as "inTitle",
          substr(plain, greatest(1, position(lower(${input.keyword}) in lower(plain)) - 40), 120) as excerpt
        from content.doc d join content.doc_version v on v.doc_id = d.id and v.version = d.version
        join content.doc_dir r on r.id = d.dir_id,
          lateral (select regexp_replace(v.content, '<[^>]+>', ' ', 'g') as plain) p
        where d.state = 1 and d.language = ${languageOf(input, ctx)} and ${visible(ctx)}
          and (v.title ilike ${word} or d.keywords ilike ${word} or d.summary ilike ${word} or plain ilike ${word})
        order by (v.title ilike ${word}) desc, d.view_count desc, d.id limit ${MOST}`,
    )
  },
})

interface ReadDocument {
  id: string
  title: string
  content: string
  summary: string | null
  language: string
  version: number
  dirId: string
  dirName: string
  publishedAt: string
  helpfulCount: number
}
async function found(ctx: Ctx, id: unknown): Promise<ReadDocument> {
  const [row] = isId(id)
    ? await ctx.sql<ReadDocument>(
        sql`select d.id, v.title, v.content, d.summary, d.language, d.version, d.dir_id as "dirId",
            case when d.language = 'en' then coalesce(r.name_en, r.name) else r.name end as "dirName",
            v.published_at as "publishedAt", d.helpful_count as "helpfulCount"
          from content.doc d join content.doc_version v on v.doc_id = d.id and v.version = d.version
          join content.doc_dir r on r.id = d.dir_id
          where d.id = ${id} and d.state = 1 and ${visible(ctx)}`,
      )
    : []
  if (!row)
    throw new Refusal('not_found', { text: ['没有这篇文档，或已下线', 'The document does not exist or was withdrawn'] })
  return row
}

export const docView = endpoint({
  method: 'GET',
  path: '/api/docs/:id',
  access: 'public',
  budget: 'read',
  scope: 'engine',
  summary: ['一篇已发布的文档', 'One published document'],
  async run(ctx, input) {
    const row = await found(ctx, input.id)
    await ctx.sql(sql`update content.doc set view_count = view_count + 1 where id = ${row.id}`)
    return row
  },
})

export const docHelpful = endpoint({
  method: 'POST',
  path: '/api/docs/:id/helpful',
  access: 'public',
  budget: 'write',
  scope: 'engine',
  input: { yes: flag(['有帮助', 'Helpful'], { required: true }) },
  summary: ['反馈文档是否有帮助', 'Says whether a document helped'],
  async run(ctx, input) {
    const row = await found(ctx, input.id)
    const yes = input.yes === true
    await ctx.sql(
      sql`update content.doc set helpful_count = helpful_count + ${yes ? 1 : 0}, useless_count = useless_count + ${yes ? 0 : 1} where id = ${row.id}`,
    )
    return true
  },
})
