/** The definition by which an application's people or organisations are shaped, and the workbooks made of it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { say, type Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { choice, text } from '#model/field.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import type { Ctx } from '#server/ctx.ts'
import { extendedNoun } from '#server/crud/extendedNoun.ts'
import { inScope, requirePermission } from '#server/http/asked.ts'
import { sendWorkbook } from '#server/http/sendWorkbook.ts'
import { templateSheets } from '#server/imports/template.ts'
import { endpoint, raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { SheetOut } from '#server/sheets/sheets.ts'
import { shapeAsked, type Kind } from './custom.server.ts'
import { organization } from './organization.noun.ts'
import { personHalf } from './people.server.ts'
import { person } from './person.noun.ts'
import type { Definition } from './definition.rules.ts'
import { optionsOf, waysOf } from './templateFields.rules.ts'

const KIND = choice(
  ['类型', 'Kind'],
  { person: ['person', '人员', 'People'], organization: ['organization', '组织', 'Organisations'] },
  { required: true },
)

/** The shape of people is for who may read them, or write them from a form. */
function refuseStranger({ user }: Ctx, kind: Kind): void {
  if (!mayRead(user, kind) && !user.permissions.has(`${kind}:add`)) throw new Refusal('forbidden')
}

export const definition = endpoint({
  method: 'GET',
  path: '/api/admin/personDefinition',
  access: 'login',
  scope: 'application',
  input: { kind: KIND, templateId: text(['模板', 'Template'], { max: 32 }) },
  summary: [
    '模板为应用的人员或组织增加的字段；`templateId` 可为 `default`',
    'The fields that a template adds to the people or organisations of an application; `templateId` may be `default`',
  ],
  async run(ctx, input) {
    refuseStranger(ctx, input.kind)
    if (!ctx.appId) throw new Refusal('app_required')
    return shapeAsked(ctx, input.kind, input.templateId)
  },
})

interface Level {
  value: string
  label: string
  children: Level[]
}
const levelsOf = (ways: readonly (readonly string[])[]): Level[] => {
  const top: Level[] = []
  for (const way of ways) {
    let beside = top
    for (const word of way) {
      let level = beside.find(one => one.value === word)
      if (!level) beside.push((level = { value: word, label: word, children: [] }))
      beside = level.children
    }
  }
  return top
}

export const definitionOptions = endpoint({
  method: 'GET',
  path: '/api/admin/personDefinition/options',
  access: 'login',
  scope: 'application',
  input: { kind: KIND, key: text(['标识', 'Key'], { required: true, max: 32 }) },
  summary: ['一个字段的多级选项', 'The levels of options of one field of the definition'],
  async run(ctx, input) {
    refuseStranger(ctx, input.kind)
    const { definitions } = await shapeAsked(ctx, input.kind, 'default')
    const one = definitions.find(({ key }) => key === input.key)
    if (!one) throw new Refusal('not_found')
    return levelsOf(waysOf(one))
  },
})

const MOST_ROWS = 5000

/** What may be written, for people to look up: the organisations by their whole path, the options, what a portrait must be. */
async function lookUpSheets(ctx: Ctx, definitions: readonly Definition[]): Promise<SheetOut[]> {
  const pick = (words: Text): string => say(words, ctx.language)
  const paths = await ctx.sql<{ path: string; code: string | null }>(
    sql`with recursive down as (
        select id, name as path, code, 1 as depth from people.organization where parent_id is null
        union all select o.id, d.path || '/' || o.name, o.code, d.depth + 1 from people.organization o
        join down d on o.parent_id = d.id where d.depth < 20)
      select path, code from down order by path limit ${MOST_ROWS}`,
  )
  const heading = (...words: readonly Text[]) => words.map(word => ({ text: pick(word), look: 'heading' as const }))
  const choosing = definitions.filter(one => optionsOf(one).length > 0)
  const portrait: readonly (readonly [Text, Text])[] = [
    [
      ['格式', 'Format'],
      ['JPG、PNG 或 WebP', 'JPG, PNG or WebP'],
    ],
    [
      ['尺寸', 'Size'],
      [
        '短边至少 120 像素，超过 640 像素会缩小',
        'At least 120 pixels on the short side; more than 640 are scaled down',
      ],
    ],
    [
      ['内容', 'Content'],
      ['只有一张正面人脸，无遮挡', 'One face, from the front, uncovered'],
    ],
    [
      ['登记', 'How'],
      [
        '导入后在人员页为每人上传，并勾选已取得单独同意',
        'After the import, upload one for each person on the page of people, with their separate consent',
      ],
    ],
  ]
  return [
    {
      name: pick(['组织字典', 'Organisations']),
      widths: [60, 20],
      fixedRows: 1,
      rows: [
        heading(['组织（可写完整路径）', 'Organisation (its whole path may be written)'], ['编码', 'Code']),
        ...paths.map(({ path, code }) => [path, code ?? '']),
      ],
    },
    {
      name: pick(['可选项', 'Options']),
      widths: choosing.length ? choosing.map(() => 24) : [40],
      fixedRows: 1,
      rows: choosing.length
        ? [
            heading(...choosing.map((one): Text => [one.label, one.labelEn || one.label])),
            ...Array.from({ length: Math.max(...choosing.map(one => optionsOf(one).length)) }, (_, at) =>
              choosing.map(one => optionsOf(one)[at] ?? ''),
            ),
          ]
        : [[pick(['此模板没有选项字段', 'This template has no fields with options'])]],
    },
    {
      name: pick(['照片要求', 'Portraits']),
      widths: [16, 80],
      fixedRows: 1,
      rows: [heading(['项目', 'What'], ['要求', 'Need']), ...portrait.map(row => row.map(pick))],
    },
  ]
}

async function sendTemplate(
  ports: Ports,
  request: FastifyRequest,
  reply: FastifyReply,
  advanced: boolean,
): Promise<FastifyReply> {
  const user = requirePermission(request, 'person:import')
  const { templateId } = { ...(request.query as object), ...(request.body as object | null) } as { templateId?: string }
  const sheets = await inScope(ports, request, user, person.scope, false, async ctx => {
    if (!ctx.appId) throw new Refusal('app_required')
    const shape = await shapeAsked(ctx, 'person', templateId)
    const nouns = new Map([['organization', organization]])
    return [
      ...templateSheets(await extendedNoun(ctx, personHalf), nouns, ctx.language),
      ...(advanced ? await lookUpSheets(ctx, shape.definitions) : []),
    ]
  })
  return sendWorkbook(
    reply,
    advanced ? 'person-template-advanced' : 'person-template',
    await ports.sheets.write(sheets),
  )
}

export const generateImportTemplate = raw({
  method: ['GET', 'POST'],
  path: '/api/admin/personDefinition/generateImportTemplate',
  access: 'person:import',
  summary: [
    '按应用模板生成的人员导入模板，说明各列及填写要求',
    'The workbook to import people with, by the template of the application: the columns and what each takes',
  ],
  handle: (ports, request, reply) => sendTemplate(ports, request, reply, false),
})
export const advancedTemplateDownload = raw({
  method: ['GET', 'POST'],
  path: '/api/admin/personDefinition/advancedTemplateDownload',
  access: 'person:import',
  summary: [
    '人员导入模板，另附组织、选项和人脸照片要求等对照表',
    'The workbook to import people with, and sheets to look up: organisations, options, what a portrait must be',
  ],
  handle: (ports, request, reply) => sendTemplate(ports, request, reply, true),
})
