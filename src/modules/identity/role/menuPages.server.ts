/** The pages below a built-in group of the menu, for modules that decide which of theirs are shown. */
import sql from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'

export interface MenuPage {
  id: string
  /** In the reader's language. */
  name: string
  path: string
  hidden: boolean
}

/** The pages directly below the built-in row with this key, in their order. */
export function menuPages(ctx: Ctx, key: string): Promise<MenuPage[]> {
  return ctx.sql<MenuPage>(
    sql`select m.id, case when ${ctx.language === 'en'} then coalesce(m.name_en, m.name) else m.name end as name,
      m.path, m.hidden
      from identity.menu m join identity.menu parent on parent.id = m.parent_id
      where parent.key = ${key} and m.type = '0' and m.path is not null order by m.sort, m.id`,
  )
}

/** Shows these pages below the row and hides its others, for every user; returns how many are shown. Unknown ids are left out. */
export async function showMenuPages(ctx: Ctx, key: string, ids: readonly string[]): Promise<number> {
  const pages = await menuPages(ctx, key)
  const shown = pages.filter(page => ids.includes(page.id)).map(page => page.id)
  await ctx.sql(
    sql`update identity.menu set hidden = not (id = any(${shown}::bigint[])), rev = rev + 1
      where id = any(${pages.map(page => page.id)}::bigint[]) and hidden = (id = any(${shown}::bigint[]))`,
  )
  await ctx.bump('identity')
  return shown.length
}
