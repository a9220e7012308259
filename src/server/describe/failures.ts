/** The refusals an operation may answer, by status, from the catalogue of failures. */
import { FAILURES, type FailureName } from '#model/error.ts'
import type { Json } from '../http/fieldSchema.ts'
import { about } from './shape.ts'

const NAMES: Readonly<Record<number, readonly [name: string, en: string, zh: string]>> = {
  400: [
    'badRequest',
    'The request is not valid; `data.fields` names the fields',
    '请求有误，`data.fields` 指出哪些字段',
  ],
  401: ['unauthorized', 'No session, or it has ended', '未登录或登录已失效'],
  403: ['forbidden', 'Not allowed, or the application is not open to the caller', '没有权限，或应用未开放'],
  404: ['notFound', 'There is no such row, or the caller may not see it', '不存在，或无权查看'],
  409: ['conflict', 'Conflicts with existing data or the current state', '与现有数据或状态冲突'],
  413: ['tooLarge', 'The body is too large', '内容过大'],
  415: ['unsupportedMedia', 'The content type of the body is not supported', '不支持的内容类型'],
  428: [
    'needsMore',
    'A verification is required first: a captcha, a password, a second factor, a proof',
    '需先完成验证',
  ],
  429: [
    'tooMany',
    'Too many requests; `Retry-After` says for how many seconds to wait',
    '请求过于频繁，`Retry-After` 给出等待秒数',
  ],
  500: [
    'failed',
    'The operation failed; the log has it under `x-request-id`',
    '操作失败，日志中可按 `x-request-id` 查找',
  ],
  503: ['unavailable', 'Not available now; try again', '暂不可用，请稍后重试'],
}

export const refusals = (statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map(status => [status, { $ref: `#/components/responses/${NAMES[status]![0]}` }]))

const codesOf = (status: number): [FailureName, (typeof FAILURES)[FailureName]][] =>
  (Object.entries(FAILURES) as [FailureName, (typeof FAILURES)[FailureName]][]).filter(
    ([, failure]) => failure.status === status,
  )

/** The shared error responses: the envelope with the codes of each status. */
export function refusalComponents(): Json {
  return Object.fromEntries(
    Object.entries(NAMES).map(([status, [name, en, zh]]) => {
      const codes = codesOf(Number(status))
      const schema = {
        type: 'object',
        properties: {
          code: { type: 'integer', ...about('1，或供程序判断的状态码', '1, or a status code for programs') },
          msg: {
            type: 'string',
            ...about('原因，语言随 `Accept-Language`', 'The reason, in the language of `Accept-Language`'),
          },
          error: {
            enum: codes.map(([code]) => code),
            ...about('供程序判断的原因', 'The reason, for programs'),
            'x-labels': Object.fromEntries(codes.map(([code, { text }]) => [code, { zh: text[0], en: text[1] }])),
          },
          data:
            status === '400'
              ? { $ref: '#/components/schemas/problems' }
              : { ...about('该原因的其他说明', 'Further details of the reason') },
        },
        required: ['code', 'msg', 'error', 'data'],
        additionalProperties: false,
      }
      const headers =
        status === '429'
          ? { headers: { 'Retry-After': { schema: { type: 'integer' }, ...about('秒数', 'Seconds') } } }
          : {}
      return [
        name,
        { description: en, 'x-description-zh': zh, ...headers, content: { 'application/json': { schema } } },
      ]
    }),
  )
}

/** The `problems` of a 400, one for each field. */
export const problems: Json = {
  ...about('有误的字段或其他说明', 'The invalid fields, or further details'),
  anyOf: [
    {
      type: 'object',
      properties: {
        fields: {
          type: 'array',
          items: {
            type: 'object',
            properties: { field: { type: 'string' }, msg: { type: 'string' } },
            required: ['field', 'msg'],
            additionalProperties: false,
          },
        },
      },
      required: ['fields'],
    },
    { type: 'object', additionalProperties: true },
    { type: 'null' },
  ],
}
