/** Consequences of removing documents: readers no longer find what was published. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import { following } from '#server/parts.ts'
import { keepPictures } from './contentPicture.server.ts'
import { doc } from './doc.noun.ts'

export const docFollowing = following(doc, {
  keeps: [{ table: 'content.doc_version', by: 'doc_id', label: ['文档版本', 'Version of the document'] }],
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from content.doc where id = any(${ids}::bigint[]) and state = 1`,
    )
    const { n } = found!
    return [
      {
        count: n,
        text: [
          `${figure(n)} 篇已发布的文档，读者将无法再看到`,
          `Readers will no longer find ${counted(n, 'published document')}`,
        ],
      },
    ]
  },
  async restored(ctx, row) {
    const versions = await ctx.sql<{ content: string }>(
      sql`select content from content.doc_version where doc_id = ${row.id}`,
    )
    for (const html of [String(row.content), ...versions.map(one => one.content)]) await keepPictures(ctx.ports, html)
  },
})
