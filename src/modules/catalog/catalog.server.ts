/** The catalogue's server half: counts of rows, restrictions on published models, and rows of device types from the classes. */
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import { CATEGORIES, type Category } from '#model/category.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { menuPages, showMenuPages } from '#modules/identity/api.ts'
import { heldIn } from '#server/crud/contributions.ts'
import type { Ctx } from '#server/ctx.ts'
import { endpoint, implement } from '#server/parts.ts'
import { seed } from '#server/seed.ts'
import { deviceCategory } from './deviceCategory.noun.ts'
import { deviceModel } from './deviceModel.noun.ts'
import { deviceType } from './deviceType.noun.ts'
import { deviceVendor } from './deviceVendor.noun.ts'
import { identifiersDiffer } from './thingModel.rules.ts'

export const deviceCategoryHalf = implement(deviceCategory)

export const deviceVendorHalf = implement(deviceVendor, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ vendor_id: string; n: number }>(
      sql`select vendor_id, count(*)::int as n from catalog.device_model where vendor_id = any(${rows.map(row => row.id)}::bigint[]) group by 1`,
    )
    for (const row of rows) row.modelCount = counts.find(count => count.vendor_id === row.id)?.n ?? 0
  },
})

/** The key of the group in the menu that has the pages of a type. */
async function menuOf(ctx: Ctx, id: unknown): Promise<{ id: string; name: string; menuKey: string }> {
  const [row] = isId(id)
    ? await ctx.sql<{ id: string; name: string; code: string }>(
        sql`select id, name, code from catalog.device_type where id = ${id}`,
      )
    : []
  if (!row) throw new Refusal('not_found')
  return { id: row.id, name: row.name, menuKey: `class.${row.code}` }
}

export const pagesOfType = endpoint({
  method: 'GET',
  path: '/api/device/type/:id/pages',
  access: 'deviceType:pages',
  scope: 'platform',
  summary: ['设备类型的页面，及是否显示在菜单中', 'The pages of a device type, and whether the menu shows them'],
  run: async (ctx, input) => menuPages(ctx, (await menuOf(ctx, input.id)).menuKey),
})

export const deviceTypeHalf = implement(deviceType, {
  actions: {
    async pages(ctx, input) {
      const { id, name, menuKey } = await menuOf(ctx, input.id)
      const wanted = (input.menuIds ?? []) as readonly string[]
      const before = (await menuPages(ctx, menuKey)).filter(page => !page.hidden).length
      const shown = await showMenuPages(ctx, menuKey, wanted)
      await ctx.audit({
        action: 'pages',
        object: deviceType.key,
        objectId: id,
        objectName: name,
        changes: { menus: [before, shown] },
      })
      return shown
    },
  },
  async compute(ctx, rows) {
    const codes = rows.map(row => row.code)
    const models = await ctx.sql<{ type_code: string; n: number }>(
      sql`select type_code, count(*)::int as n from catalog.device_model where type_code = any(${codes}) group by 1`,
    )
    for (const row of rows) row.modelCount = models.find(count => count.type_code === row.code)?.n ?? 0
  },
})

interface Item {
  kind: string
  identifier: string
}

/** What uses this model, in words; null when nothing does. */
async function usersOf(ctx: Ctx, modelId: string): Promise<Text | null> {
  const { count, texts } = await heldIn(ctx, deviceModel, modelId)
  return count ? [texts.map(([zh]) => zh).join('、'), texts.map(([, en]) => en).join(' and ')] : null
}

export const deviceModelHalf = implement(deviceModel, {
  listChecks: { identifiersDiffer },
  async beforeWrite(ctx, values, before) {
    if (values.spec === null) values.spec = {}
    values.thingModel ??= before ? before.thingModel : []
    const deviceClass = ctx.ports.classes.get(String(values.typeCode ?? before?.typeCode))
    if (deviceClass && values.protocol !== undefined && !deviceClass.protocols.includes(values.protocol))
      throw invalidFields([
        {
          field: 'protocol',
          text: [`${deviceClass.label[0]}不使用该协议`, `${deviceClass.label[1]} do not use this protocol`],
        },
      ])
    const taken = values.thingModel.find(
      item => (item.kind === 'property' ? deviceClass?.properties : deviceClass?.events)?.[item.identifier],
    )
    if (taken)
      throw invalidFields([
        {
          field: 'thingModel',
          text: [
            `标识符 ${taken.identifier} 已由设备类型定义`,
            `The identifier ${taken.identifier} belongs to the device type already`,
          ],
        },
      ])
    if (!before) {
      values.productKey = `pk${randomBytes(6).toString('hex')}`
      return
    }
    const left = (before.thingModel as Item[]).filter(
      old => !(values.thingModel as Item[]).some(item => item.kind === old.kind && item.identifier === old.identifier),
    )
    if (left.length && before.state !== 0) {
      const users = await usersOf(ctx, before.id)
      if (users)
        throw invalidFields([
          {
            field: 'thingModel',
            text: [
              `有${users[0]}使用该型号，不能删除 ${left[0]!.identifier}`,
              `${users[1]} use this model; ${left[0]!.identifier} cannot be removed`,
            ],
          },
        ])
    }
  },
  afterWrite: ctx => ctx.bump('devices'),
  async beforeRemove(ctx, row) {
    const users = await usersOf(ctx, row.id)
    if (users)
      throw new Refusal('in_use', {
        text: [`有${users[0]}使用该型号，不能删除`, `${users[1]} use this model; it cannot be deleted`],
      })
  },
})

/** One row of deviceType per class in code, and of deviceCategory per category with a class; what people edited is kept. */
export const catalogSeed = seed({
  name: 'catalog',
  order: 30,
  async run(ports) {
    await ports.db.tx({ role: 'engine' }, async query => {
      const used = new Set([...ports.classes.values()].map(({ category }) => category))
      for (const [sort, [code, { label, icon }]] of Object.entries(CATEGORIES).entries()) {
        if (!used.has(code as Category)) continue
        await query(sql`insert into catalog.device_category (id, name, code, icon, sort)
          values (${ports.newId()}, ${label[0]}, ${code}, ${icon}, ${sort}) on conflict do nothing`)
      }
      for (const [sort, deviceClass] of [...ports.classes.values()].entries()) {
        await query(sql`insert into catalog.device_type (id, name, code, category_id, icon, sort)
          values (${ports.newId()}, ${deviceClass.label[0]}, ${deviceClass.key}, (select id from catalog.device_category where code = ${deviceClass.category}), ${deviceClass.icon}, ${sort}) on conflict (code) do nothing`)
      }
    })
  },
})
