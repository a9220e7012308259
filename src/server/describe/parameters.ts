/** Parameters of operations: the application, pages, filters, order, parts of the path, headers. */
import type { Text } from '#base/text.ts'
import type { Field } from '#model/field.ts'
import { historyOf } from '#model/historyOf.ts'
import type { Noun } from '#model/noun.ts'
import { MAX_PAGE_SIZE } from '#model/list/paging.ts'
import { countable } from '../crud/countsBy.ts'
import type { Json } from '../http/fieldSchema.ts'
import { id } from './shape.ts'
import { shared } from './shared.ts'

export const query = (name: string, [zh, en]: Text, schema: Json = { type: 'string' }, required = false): Json => ({
  name,
  in: 'query',
  ...(required ? { required } : {}),
  description: en,
  'x-description-zh': zh,
  schema,
})

/** The application of a request. Required wherever a user without it is refused. */
export const appIdParameter = (required: boolean): Json =>
  shared(
    'parameters',
    required ? 'appId' : 'appIdOrAll',
    query(
      'appId',
      required
        ? [
            '所在应用；接入密钥可不填，它只属于一个应用',
            'The application to act in. An API key may leave it out: it has one application',
          ]
        : ['只看一个可进入的应用', 'Limits the request to one application that the caller may access'],
      id,
      required,
    ),
  )

/** A parameter that is the same wherever it occurs, under its own name. */
export const common = (parameter: Json): Json => shared('parameters', String(parameter.name), parameter)
/** A parameter that is the same for all operations of a noun. */
const ofNoun = (noun: Noun, parameter: Json): Json =>
  shared('parameters', `${noun.key}_${String(parameter.name)}`, parameter)

export const idempotencyKey: Json = shared('parameters', 'idempotencyKey', {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'For seven days, the same request with the same key is executed once and gets the same answer',
  'x-description-zh': '同键同内容的请求七天内只执行一次，并得到同样的应答',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
})

export const pathParameters = (path: string, noun?: Noun): Json[] =>
  [...path.matchAll(/:(\w+)|\{(\w+)\}/g)].map(([, colon, brace]) => {
    const name = (colon ?? brace)!
    const text: Text =
      name === 'id' && noun ? [`编号：${noun.label[0]}`, `Id: ${noun.label[1]}`] : (IN_PATHS[name] ?? [name, name])
    const parameter = {
      name,
      in: 'path',
      required: true,
      description: text[1],
      'x-description-zh': text[0],
      schema: name === 'id' && noun?.life !== 'view' ? id : { type: 'string' },
    }
    return name === 'id' && noun ? ofNoun(noun, parameter) : shared('parameters', `path_${name}`, parameter)
  })
const IN_PATHS: Readonly<Record<string, Text>> = {
  id: ['编号', 'Id of the row'],
  no: ['第几片，从 0 起', 'Which piece, from 0'],
  code: ['品牌或标签的编码', 'The code of a brand or of a label'],
  type: ['字典类型', 'The type of the dictionary'],
  roleId: ['角色编号', 'Id of the role'],
  phone: ['手机号', 'Number of a mobile phone'],
  provider: ['第三方登录的提供方', 'The provider of the social account'],
  ticket: ['下发地址中的凭据', 'The ticket from the address that was sent'],
  page: ['页面', 'Which page'],
}

const HOW: Readonly<Record<NonNullable<Field['find']>, Text>> = {
  equal: ['相等', 'equal'],
  tail: ['相等；恰为四个字符时按后四位查找', 'equal; exactly four characters are compared with its last four'],
  prefix: [
    '开头；编号类可一次给多个，以空白或逗号分隔，按相等查找',
    'begins with; of codes also several, separated by blanks or commas, each equal',
  ],
  contains: ['包含', 'contains'],
  range: ['起,止，任一端可空', 'from,to; either side may be empty'],
  among: ['其中之一，逗号分隔', 'one of several, separated by commas'],
}
/** The description of a filter: what it filters, how, and what its values mean. */
function filterWords(label: Text, find: NonNullable<Field['find']>, values: readonly Meaning[]): Text {
  const [zh, en] = [
    values.map(([wire, text]) => `${wire} ${text}`).join('、'),
    values.map(([wire, , text]) => `${wire} ${text}`).join(', '),
  ]
  return [`${label[0]}（${HOW[find][0]}）${zh && `：${zh}`}`, `${label[1]} (${HOW[find][1]})${en && `: ${en}`}`]
}
/** A filter that needs another one says so. */
const withOther = (noun: Noun, { findWith }: Field, [zh, en]: Text): Text => {
  if (!findWith) return [zh, en]
  const [withZh, withEn] = noun.fields[findWith]!.label
  return [`${zh}；须同时指定${withZh}`, `${en}; only together with ${withEn.toLowerCase()}`]
}
type Meaning = readonly [wire: string | number, zh: string, en: string]
const meanings = (field: Field): readonly Meaning[] =>
  field.kind === 'choice' ? Object.values(field.values).map(([wire, zh, en]): Meaning => [wire, zh, en]) : []

/** A form-style object stands for its properties: the filters that a customer's template adds, by names of its own. */
const ofTemplate = (name: string): Json => ({
  ...query(name, ['模板字段，参数名以 ext_ 开头', "Fields of a customer's template: parameters that begin with ext_"], {
    type: 'object',
    properties: {},
    patternProperties: { '^ext_': { type: 'string' } },
  }),
  ...{ style: 'form', explode: true },
})

export function filters(noun: Noun): Json[] {
  const history = historyOf(noun)
  const fields = Object.entries({ ...noun.fields, ...history }).flatMap(([name, field]) => {
    if (!field.find) return []
    const filter = query(name, withOther(noun, field, filterWords(field.label, field.find, meanings(field))))
    return [field === history[name] ? common(filter) : ofNoun(noun, filter)]
  })
  const states = Object.entries(noun.states ?? {}).map(([name, machine]) => {
    const values = Object.values(machine.states).map(([wire, zh, en]): Meaning => [wire, zh, en])
    return ofNoun(noun, query(name, filterWords(machine.label, 'among', values)))
  })
  return [
    ...fields,
    ...Object.entries(noun.fields).flatMap(([name, field]) =>
      field.kind === 'custom' ? [common(ofTemplate(name))] : [],
    ),
    ...states,
    ...(noun.tree ? [common(query('parentId', ['上级编号，只列直属下级', 'Rows directly below this one']))] : []),
  ]
}

export const paging: readonly Json[] = [
  query('current', ['第几页，从 1 起', 'Page number, from 1'], { type: 'integer', minimum: 1, default: 1 }),
  query('size', ['每页行数', 'Rows per page'], { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 10 }),
].map(common)

export function sorting(noun: Noun): Json[] {
  const names = Object.keys(noun.fields).filter(name => noun.fields[name]!.sort)
  const all = [...names, ...Object.keys(historyOf(noun)), ...(noun.life === 'view' ? [] : ['id'])]
  const words = all.join(', ')
  return words
    ? [
        query('ascs', [
          `按这些字段升序，逗号分隔：${words}`,
          `Ascending by these fields, separated by commas: ${words}`,
        ]),
        query('descs', [`按这些字段降序：${words}`, `Descending by these fields: ${words}`]),
      ].map(one => ofNoun(noun, one))
    : []
}

/** Only for derived lists; hand-written ones describe their answers themselves. */
export function counting(noun: Noun): Json[] {
  const words = [...Object.keys(noun.fields), ...Object.keys(noun.states ?? {})]
    .filter(name => countable({ noun }, name))
    .join(', ')
  return words
    ? [
        ofNoun(
          noun,
          query('counts', [`按该筛选的每个值计数：${words}`, `Counts the rows of each value of this filter: ${words}`]),
        ),
      ]
    : []
}

/** A simple input of an endpoint, as a query parameter. */
export const inQuery = (name: string, field: Field, schema: Json): Json => {
  const { title, description, ...rest } = schema as { title?: string; description?: string } & Json
  const type = Array.isArray(rest.type) ? (rest.type as string[])[0] : rest.type
  return query(
    name,
    [title || name, description || name],
    type === 'object' || type === 'array' ? { type: 'string' } : { ...rest, ...(type ? { type } : {}) },
    field.required === true,
  )
}
