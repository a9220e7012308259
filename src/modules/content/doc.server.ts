/** Documents: readers see the last published version, whatever is being edited. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { mergeBranch } from '#server/crud/mergeBranch.ts'
import { implement } from '#server/parts.ts'
import { dropPictures, keepPictures } from './contentPicture.server.ts'
import { doc, docDir } from './doc.noun.ts'
import { linkedDocs } from './linkedDocs.rules.ts'

export const docDirHalf = implement(docDir, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ dir_id: string; n: number }>(
      sql`select dir_id, count(*)::int as n from content.doc where dir_id = any(${rows.map(row => row.id)}::bigint[]) group by 1`,
    )
    for (const row of rows) row.docCount = counts.find(count => count.dir_id === row.id)?.n ?? 0
  },
  actions: {
    async merge(ctx, input) {
      const { id, intoId } = input as { id: string; intoId: string }
      return mergeBranch(ctx, docDir, { id, intoId }, async () => {
        await ctx.sql(
          sql`update content.doc set dir_id = ${intoId}, rev = rev + 1, updated_at = ${ctx.now},
            updated_by = ${ctx.user.userId} where dir_id = ${id}`,
        )
      })
    },
  },
})

/** Refuses links to documents that do not exist. */
async function refuseBrokenLinks(ctx: Ctx, html: string): Promise<void> {
  const ids = linkedDocs(html)
  if (!ids.length) return
  const known = await ctx.sql<{ id: string }>(
    sql`select id from content.doc where id = any(${ids}::bigint[]) and state = 1`,
  )
  const lost = ids.filter(id => !known.some(one => one.id === id))
  if (lost.length)
    throw invalidFields([
      {
        field: 'content',
        text: [
          `正文链接的文档不存在或未发布：${lost.join('、')}`,
          `Linked documents do not exist or are not published: ${lost.join(', ')}`,
        ],
      },
    ])
}

interface Published {
  title: string
  content: string
}

export const docHalf = implement(doc, {
  async compute(ctx, rows) {
    const shown = await ctx.sql<Published & { doc_id: string }>(
      sql`select v.doc_id, v.title, v.content from content.doc_version v
        join content.doc d on d.id = v.doc_id and d.version = v.version
        where d.id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    for (const row of rows) {
      const last = shown.find(version => version.doc_id === row.id)
      row.changed = !last || row.state !== 1 ? null : last.title === row.title && last.content === row.content ? 0 : 1
    }
  },
  async beforeWrite(ctx, values) {
    if (typeof values.content === 'string') await keepPictures(ctx.ports, values.content)
  },
  async beforeRemove(ctx, row) {
    const versions = await ctx.sql<{ content: string }>(
      sql`select content from content.doc_version where doc_id = ${row.id}`,
    )
    const texts = [row.content, ...versions.map(version => version.content)]
    // If the process ends first, a picture is kept for nothing; in the other order one that is shown could be removed.
    ctx.sql.afterCommit(() => void dropPictures(ctx.ports, texts).catch(() => {}))
  },
  async onMove(ctx, move, row) {
    if (move !== 'publish') return
    await refuseBrokenLinks(ctx, row.content)
    await ctx.sql(
      sql`with next as (update content.doc set version = version + 1, published_at = ${ctx.now} where id = ${row.id}
        returning id, version, title, content)
        insert into content.doc_version (doc_id, version, title, content, published_at, published_by)
        select id, version, title, content, ${ctx.now}, ${ctx.user.nickname} from next`,
    )
  },
  actions: {
    versions: (ctx, input) =>
      ctx.sql<{ version: number; title: string; publishedAt: string; publishedBy: string; length: number }>(
        sql`select version, title, published_at as "publishedAt", published_by as "publishedBy",
          length(content) as length
          from content.doc_version where doc_id = ${input.id} order by version desc`,
      ),
    async restore(ctx, input) {
      const [version] = await ctx.sql<Published>(
        sql`select title, content from content.doc_version where doc_id = ${input.id} and version = ${input.version}`,
      )
      if (!version) throw new Refusal('not_found', { text: ['没有这个版本', 'The version does not exist'] })
      await ctx.sql(
        sql`update content.doc set title = ${version.title}, content = ${version.content}, rev = rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId} where id = ${input.id}`,
      )
      await ctx.audit({
        action: 'restore',
        object: doc.key,
        objectId: input.id,
        objectName: version.title,
        changes: { version: input.version },
      })
      return true
    },
  },
})
