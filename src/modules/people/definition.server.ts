/** The template of an application's people or organisations, and the workbooks derived from it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#model/error.ts'
import { choice, text } from '#model/field.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import type { Ctx } from '#server/ctx.ts'
import { extendedNoun } from '#server/crud/extendedNoun.ts'
import { inScope, requirePermission } from '#server/http/requestContext.ts'
import { sendWorkbook } from '#server/http/sendWorkbook.ts'
import { templateSheets } from '#server/imports/template.ts'
import { endpoint, raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { shapeAsked, type Kind } from './custom.server.ts'
import { organization } from './organization.noun.ts'
import { personHalf } from './people.server.ts'
import { person } from './person.noun.ts'
import { lookUpSheets } from './lookUpSheets.server.ts'
import { waysOf } from '#modules/applications/templateFields.rules.ts'

const KIND = choice(
  ['类型', 'Kind'],
  { person: ['person', '人员', 'People'], organization: ['organization', '组织', 'Organisations'] },
  { required: true },
)

/** The template of people is visible to users who may read people, or write them. */
function refuseStranger({ user }: Ctx, kind: Kind): void {
  if (!mayRead(user, kind) && !user.permissions.has(`${kind}:add`))
    throw new Refusal('forbidden', { point: `${kind}:list` })
}

export const definition = endpoint({
  method: 'GET',
  path: '/api/admin/personDefinition',
  access: 'login',
  places: true,
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
  places: true,
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
    'The workbook to import people with, by the template of the application: the columns and their allowed values',
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
