/** Brands: the appearance of an organisation that has its own. The code is part of addresses, so it never changes. */
import type { Text } from '#base/text.ts'
import { choice, file, ref, text } from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'
import { organisation } from './organisation.noun.ts'

/** The brands delivered with the product have the names of their organisations. */
const NAMES: readonly Text[] = organisation.builtIn.name

export const brand = defineNoun('brand', {
  label: ['平台品牌', 'Brand'],
  api: '/api/admin/brand',
  table: 'identity.brand',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  remove: 'erase',
  builtIn: {
    name: NAMES,
    title: NAMES,
    companyName: NAMES,
    footer: NAMES.map(([zh, en]) => [`© 2026 ${zh}`, `© 2026 ${en}`]),
  },
  // The platform itself.
  when: {
    remove: {
      unless: { sourceId: ['1'] },
      because: ['平台自身的品牌不能删除', "The platform's own brand cannot be deleted"],
    },
  },
  fields: {
    sourceId: ref(['机构', 'Organisation'], 'organisation', { required: true, frozen: true, find: 'among' }),
    code: text(['平台编码', 'Code'], {
      required: true,
      max: 32,
      pattern: 'code',
      unique: true,
      frozen: true,
      find: 'prefix',
      help: [
        '地址前缀，如 /foshan/login；设定后不能更改',
        'Stands in addresses, as in /foshan/login; it never changes',
      ],
    }),
    name: text(['平台名称', 'Name'], { required: true, max: 32, find: 'contains' }),
    title: text(['浏览器标题', 'Title'], { required: true, max: 64 }),
    companyName: text(['公司名称', 'Company'], { required: true, max: 64 }),
    logo: file(['标志', 'Logo'], {
      accept: 'image',
      count: 1,
      crop: 1,
      help: ['方形图片；没有时显示平台名称', 'A square picture; without it only the name is shown'],
      notNull: true,
    }),
    footer: text(['页脚', 'Footer'], { max: 255 }),
    accent: text(['主题色', 'Accent'], { pattern: 'colour', max: 7 }),
    icp: text(['备案号', 'ICP number'], { max: 64 }),
    servicePhone: text(['服务电话', 'Service phone'], { max: 32 }),
    state: choice(
      ['状态', 'State'],
      { on: [1, '启用', 'On'], off: [0, '停用', 'Off'] },
      { find: 'among', notNull: true },
    ),
  },
})
