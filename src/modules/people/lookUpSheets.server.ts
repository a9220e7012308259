/**
 * Additional sheets of an import template with the allowed values: organisations by their full path, options,
 * requirements for portraits.
 */
import { CONTENT, ITEM, NEED } from '#base/labelTexts.ts'
import sql from 'sql-template-tag'
import { translate, type Text } from '#base/text.ts'
import type { Ctx } from '#server/ctx.ts'
import type { SheetOut } from '#server/sheets/sheets.ts'
import type { Definition } from '#modules/applications/definition.rules.ts'
import { optionsOf } from '#modules/applications/templateFields.rules.ts'

const MOST_ROWS = 5000
const PORTRAIT: readonly (readonly [what: Text, need: Text])[] = [
  [
    ['格式', 'Format'],
    ['JPG、PNG 或 WebP', 'JPG, PNG or WebP'],
  ],
  [
    ['尺寸', 'Size'],
    ['短边至少 120 像素，超过 640 像素会缩小', 'At least 120 pixels on the short side; more than 640 are scaled down'],
  ],
  [CONTENT, ['只有一张正面人脸，无遮挡', 'One face, from the front, uncovered']],
  [
    ['登记', 'How'],
    [
      '导入后在人员页为每人上传，并勾选已取得单独同意',
      'After the import, upload one for each person on the page of people, with their separate consent',
    ],
  ],
]

type Pick = (words: Text) => string
const heading = (pick: Pick, ...words: readonly Text[]) =>
  words.map(word => ({ text: pick(word), look: 'heading' as const }))

export async function lookUpSheets(ctx: Ctx, definitions: readonly Definition[]): Promise<SheetOut[]> {
  const pick: Pick = words => translate(words, ctx.language)
  return [await organisationSheet(ctx, pick), optionSheet(definitions, pick), portraitSheet(pick)]
}

async function organisationSheet(ctx: Ctx, pick: Pick): Promise<SheetOut> {
  const paths = await ctx.sql<{ path: string; code: string | null }>(
    sql`with recursive down as (
        select id, name as path, code, 1 as depth from people.organization where parent_id is null
        union all select o.id, d.path || '/' || o.name, o.code, d.depth + 1 from people.organization o
        join down d on o.parent_id = d.id where d.depth < 20)
      select path, code from down order by path limit ${MOST_ROWS}`,
  )
  return {
    name: pick(['组织字典', 'Organisations']),
    widths: [60, 20],
    fixedRows: 1,
    rows: [
      heading(pick, ['组织（可写完整路径）', 'Organisation (the full path may be given)'], ['编码', 'Code']),
      ...paths.map(({ path, code }) => [path, code ?? '']),
    ],
  }
}

function optionSheet(definitions: readonly Definition[], pick: Pick): SheetOut {
  const choosing = definitions.filter(one => optionsOf(one).length > 0)
  const longest = Math.max(0, ...choosing.map(one => optionsOf(one).length))
  return {
    name: pick(['可选项', 'Options']),
    widths: choosing.length ? choosing.map(() => 24) : [40],
    fixedRows: 1,
    rows: choosing.length
      ? [
          heading(pick, ...choosing.map((one): Text => [one.label, one.labelEn || one.label])),
          ...Array.from({ length: longest }, (_, at) => choosing.map(one => optionsOf(one)[at] ?? '')),
        ]
      : [[pick(['此模板没有选项字段', 'This template has no fields with options'])]],
  }
}

const portraitSheet = (pick: Pick): SheetOut => ({
  name: pick(['照片要求', 'Portraits']),
  widths: [16, 80],
  fixedRows: 1,
  rows: [heading(pick, ITEM, NEED), ...PORTRAIT.map(row => row.map(pick))],
})
