/** Scenario categories: the defaults that an application takes from its category, and the refusal of unsuitable templates. */
import sql from 'sql-template-tag'
import type { Category } from '#model/category.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { implement } from '#server/parts.ts'
import { seed } from '#server/seed.ts'
import { scenarioCategory } from './scenario.noun.ts'

const TEMPLATES = [
  ['personTemplateId', 'person'],
  ['orgTemplateId', 'organization'],
] as const
const IN_USE = 1

/** A template must be for the right noun and in use; the one chosen before may stay. */
export async function checkTemplates(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  for (const [name, kind] of TEMPLATES) {
    const id = values[name]
    if (!id || id === before?.[name]) continue
    const [template] = await ctx.sql<{ kind: string; state: number }>(
      sql`select kind, state from applications.template where id = ${String(id)}`,
    )
    const { label } = scenarioCategory.fields[name]
    if (template?.kind !== kind || template.state !== IN_USE)
      throw invalidFields([
        { field: name, text: [`${label[0]}须为已发布的${label[0]}`, `${label[1]} must be one that is published`] },
      ])
  }
}

/** A new application takes the values that it does not set from its category. */
export async function takeFromScenario(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  if (values.scenarioId && values.scenarioId !== before?.scenarioId) await take(ctx, values, before)
  const classes = 'deviceClasses' in values ? values.deviceClasses : before?.deviceClasses
  if (!(classes as unknown[] | null | undefined)?.length)
    throw invalidFields([{ field: 'deviceClasses', text: ['请选择设备类', 'Device classes is required'] }])
}

async function take(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  const [scenario] = await ctx.sql<{ state: number; classes: string[]; person: string | null; org: string | null }>(
    sql`select state, device_classes as classes, person_template_id as person, org_template_id as org
      from applications.scenario where id = ${String(values.scenarioId)}`,
  )
  if (!scenario || scenario.state !== IN_USE)
    throw invalidFields([
      { field: 'scenarioId', text: ['场景分类不存在或已停用', 'The scenario does not exist or is disabled'] },
    ])
  if (before) return
  values.deviceClasses ??= scenario.classes
  values.personTemplateId ??= scenario.person
  values.orgTemplateId ??= scenario.org
}

export const scenarioCategoryHalf = implement(scenarioCategory, {
  async beforeWrite(ctx, values, before) {
    if (!before) values.sort ??= 0
    await checkTemplates(ctx, values, before)
  },
  async beforeRemove(ctx, row) {
    const [users] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from applications.application where scenario_id = ${row.id} and deleted_at is null`,
    )
    if (users!.n > 0)
      throw new Refusal('in_use', {
        text: [`有${users!.n}个应用属于此分类，不能删除`, `${users!.n} applications belong to it; cannot be deleted`],
      })
    // Deleted applications do not prevent the removal.
    await ctx.sql(sql`update applications.application set scenario_id = null where scenario_id = ${row.id}`)
  },
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ root: string; n: number }>(sql`
      with recursive below as (
        select id as root, id from unnest(${rows.map(row => row.id)}::bigint[]) as given(id)
        union all select b.root, s.id from below b join applications.scenario s on s.parent_id = b.id
      ) select b.root, count(*)::int as n from below b
      join applications.application a on a.scenario_id = b.id and a.deleted_at is null group by 1`)
    for (const row of rows) row.appCount = counts.find(count => count.root === row.id)?.n ?? 0
  },
})

/** With the categories of the devices that such places have: their classes are proposed to a new application. */
const SEEDED: readonly (readonly [
  slug: string,
  zh: string,
  en: string,
  icon: string,
  categories: readonly Category[],
])[] = [
  ['community', '智慧社区', 'Community', 'house', ['access', 'vehicle']],
  ['campus', '校园', 'School', 'school', ['access']],
  ['factory', '工厂', 'Factory', 'factory', ['access', 'vehicle']],
  ['park', '园区', 'Business park', 'map-pin', ['access', 'vehicle']],
  ['office', '写字楼', 'Office', 'building-2', ['access']],
  ['parking', '停车场', 'Car park', 'square-parking', ['vehicle', 'parking']],
  ['charging', '充电站', 'Charging station', 'plug-zap', ['vehicle', 'charging']],
  ['apartment', '公寓', 'Flats', 'building', ['access']],
]

export const scenarioSeed = seed({
  name: 'scenarios',
  order: 45,
  async run(ports) {
    await ports.db.tx({ role: 'engine' }, async query => {
      const [any] = await query(sql`select 1 from applications.scenario limit 1`)
      if (any) return
      for (const [sort, [slug, name, nameEn, icon, categories]] of SEEDED.entries()) {
        const classes = [...ports.classes.values()].filter(({ category }) => categories.includes(category))
        await query(
          sql`insert into applications.scenario (id, name, name_en, icon, sort, device_classes, slug)
            values (${ports.newId()}, ${name}, ${nameEn}, ${icon}, ${sort * 10}, ${JSON.stringify(classes.map(({ key }) => key))},
            ${slug})
            on conflict
            do nothing`,
        )
      }
    })
  },
})
