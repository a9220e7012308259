/** Adds the documents delivered with the platform; changes by staff are kept. */
import sql from 'sql-template-tag'
import { seed } from '#server/seed.ts'
import { integrateDocs } from './docs/integrateDocs.ts'
import { peopleDocs } from './docs/peopleDocs.ts'
import { DIRS, type SeededDoc } from './docs/seededDoc.ts'
import { startDocs } from './docs/startDocs.ts'

const DOCS: readonly SeededDoc[] = [...startDocs, ...peopleDocs, ...integrateDocs]

export const docsSeed = seed({
  name: 'content.docs',
  order: 60,
  async run(ports) {
    await ports.db.tx({ role: 'engine' }, async query => {
      // Two machines may start at the same time.
      await query(sql`select pg_advisory_xact_lock(hashtext('content.docs'))`)
      const [any] = await query<{ n: number }>(sql`select count(*)::int as n from content.doc where slug is not null`)
      // Once added, the documents belong to the staff: one that was removed is not added again.
      if (any!.n > 0) return
      const dirs = new Map<string, string>()
      for (const [sort, [key, name]] of Object.entries(DIRS).entries()) {
        const id = ports.newId()
        dirs.set(key, id)
        await query(
          sql`insert into content.doc_dir (id, name, name_en, sort) values (${id}, ${name[0]}, ${name[1]}, ${sort * 10})`,
        )
      }
      for (const [sort, doc] of DOCS.entries())
        for (const [at, language] of (['zh', 'en'] as const).entries()) {
          const id = ports.newId()
          await query(sql`insert into content.doc (id, dir_id, language, title, summary, content, sort, slug, version, state, published_at)
            values (${id}, ${dirs.get(doc.dir)}, ${language}, ${doc.title[at]}, ${doc.summary[at]}, ${doc.html[at]}, ${sort * 10}, ${`${doc.slug}.${language}`}, 1, 1, now())`)
          await query(
            sql`insert into content.doc_version (doc_id, version, title, content, published_at, published_by)
              values (${id}, 1, ${doc.title[at]}, ${doc.html[at]}, now(), 'Portico')`,
          )
        }
    })
  },
})
