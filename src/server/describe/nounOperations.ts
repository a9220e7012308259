/** The operations that follow from a noun: its verbs, actions, moves and bulk acts. */
import { VERB_LABELS, hasPersonalData, verbsOf, type Noun } from '#model/noun.ts'
import { whenWords } from '#model/when.ts'
import { bulkAct, bulkActsOf } from '../bulk/bulkActs.ts'
import { AT_ONCE_ROWS } from '../crud/export.ts'
import { objectSchema, type Json } from '../http/fieldSchema.ts'
import type { OperationAnswer } from './answers.ts'
import { done, idOf, json, operation, type OperationSpec } from './operation.ts'
import { appIdParameter, common, counting, filters, paging, pathParameters, query, sorting } from './parameters.ts'
import {
  about,
  at,
  capital,
  count,
  id,
  many,
  maybe,
  oneOf,
  pageOf,
  rowOf,
  shape,
  text,
  word,
  yes,
  type Schema,
} from './shape.ts'
import { chosenRows, reason } from './chosenRows.ts'
import { shared } from './shared.ts'

export type Paths = Record<string, Record<string, Json>>

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const job: Schema = shape({
  ...{
    id,
    kind: oneOf('import', 'export', 'bulk'),
    noun: word,
    nounName: word,
    title: word,
    appId: maybe(id),
    dry: yes,
  },
  state: word,
  ...{ total: count, ok: count, failed: count, leftOut: many(word), chosen: many(word) },
  ...{ reason: maybe(word), answers: yes, startable: yes },
  file: maybe(shape({ bytes: count, until: at })),
  undoable: yes,
  ...{ createdAt: at, startedAt: maybe(at), finishedAt: maybe(at) },
})
const JOB: OperationAnswer = { data: { $ref: '#/components/schemas/job' } }
const WORKBOOK_ANSWER: OperationAnswer = { outside: { media: WORKBOOK }, name: 'workbook' }

/** The `appId` parameter of a request for rows of this noun. */
const whereOf = (noun: Pick<Noun, 'scope'>): Json[] =>
  noun.scope === 'platform' ? [] : [appIdParameter(noun.scope === 'application')]

export const listParameters = (noun: Noun): Json[] => [
  ...whereOf(noun),
  ...paging,
  ...filters(noun),
  ...sorting(noun),
  ...counting(noun),
]

/** The properties that all operations of a noun share, completed for each. */
type Named = Omit<OperationSpec, 'tag' | 'access' | 'method' | 'operationId' | 'summary'> & {
  verb: string
  words: readonly [zh: string, en: string]
  operationId?: string
}

export function nounOperations(noun: Noun, answerOf: (key: string) => OperationAnswer | undefined, paths: Paths): void {
  const row = rowOf(noun.key)
  const verbs = new Set(verbsOf(noun))
  const add = (path: string, method: string, { verb, words: [zh, en], ...rest }: Named): void => {
    const full = noun.api + path
    const known = paths[full]?.[method]
    if (known) {
      // A hand-written route replaces a derived one; the noun's conditions apply to it all the same.
      const when = whenWords(noun, verb)
      if (when && !known.description) Object.assign(known, { description: when[1], 'x-description-zh': when[0] })
      // One that declares no input of its own takes the filters of the list that it replaces.
      const own = (known.parameters ?? []) as Json[]
      if (method === 'get' && !own.some(one => one.in === 'query' && one.name !== 'appId'))
        Object.assign(known, { parameters: [...own, ...(rest.parameters ?? [])] })
      return
    }
    const named = {
      operationId: idOf(verb, noun),
      tag: noun.key,
      summary: [`${zh}：${noun.label[0]}`, `${en}: ${noun.label[1]}`] as const,
      description: whenWords(noun, verb),
    }
    const parameters = [...pathParameters(full, noun), ...whereOf(noun), ...(rest.parameters ?? [])]
    const proof = rest.proof ?? noun.proof?.some(one => one === verb) ?? false
    paths[full] = {
      ...paths[full],
      [method]: operation({ ...named, access: `${noun.key}:${verb}`, method, ...rest, proof, parameters }),
    }
  }
  if (verbs.has('list')) {
    const words = VERB_LABELS.list
    add('/page', 'get', {
      verb: 'list',
      words,
      parameters: [...paging, ...filters(noun), ...sorting(noun), ...counting(noun)],
      answer: { data: pageOf(row) },
    })
    if (noun.tree)
      add('/tree', 'get', {
        ...{ verb: 'list', operationId: idOf('tree', noun), words: ['查询树', 'The whole tree'] },
        parameters: [...filters(noun), ...sorting(noun)],
        answer: { data: many({ $ref: `#/components/schemas/${noun.key}Node` }) },
      })
  }
  if (verbs.has('view')) add('/{id}', 'get', { verb: 'view', words: VERB_LABELS.view, answer: { data: row } })
  const kept = { once: true, answer: { data: row } } as const
  const input = (name: string): Json => json({ $ref: `#/components/schemas/${noun.key}${name}` })
  if (verbs.has('add')) add('', 'post', { verb: 'add', words: VERB_LABELS.add, body: input('New'), ...kept })
  if (verbs.has('edit')) add('', 'put', { verb: 'edit', words: VERB_LABELS.edit, body: input('Change'), ...kept })
  if (verbs.has('remove')) addRemoval(noun, add)
  if (verbs.has('import')) addImports(noun, add)
  // A list written by hand has filters of its own.
  const own = Object.entries(answerOf(`GET ${noun.api}/page`)?.query ?? {}).map(([name, text]) => query(name, text))
  if (verbs.has('export')) addExports(noun, own, add)
  addActs(noun, answerOf, add)
}

type Add = (path: string, method: string, named: Named) => void

function addImports(noun: Noun, add: Add): void {
  const columns = {
    type: 'string',
    ...about(
      '标题与字段的对应，JSON，放在文件之前：字段名，或 null 表示不导入；未说明且无法识别的列不导入',
      'What headings mean, as JSON before the file: a field, or null to leave it out; unknown ones that are not named are left out',
    ),
  }
  const properties = { columns, file: { type: 'string', format: 'binary' } }
  const schema = { type: 'object', properties, required: ['file'] }
  const choices = many(shape({ name: word, label: text, required: yes }))
  add('/import', 'post', {
    ...{ verb: 'import', words: ['导入 .xlsx 或 .csv，返回任务', 'Import an .xlsx or .csv; returns a job'] },
    parameters: [
      common(query('dry', ['仅校验，不写入', 'Checks only, and writes nothing'], { type: 'boolean', default: false })),
    ],
    body: shared('requestBodies', 'sheet', { required: true, content: { 'multipart/form-data': { schema } } }),
    answer: { data: { ...job, properties: { ...(job.properties as Json), choices } }, name: 'importJob' },
  })
  add('/importTemplate', 'get', {
    ...{ verb: 'import', operationId: `import${capital(noun.key)}Template` },
    ...{ words: ['导入模板', 'A workbook to fill in'], answer: WORKBOOK_ANSWER },
  })
}

function addExports(noun: Noun, own: readonly Json[], add: Add): void {
  const asked = [...filters(noun), ...own, ...sorting(noun)]
  const columns = common(
    query('columns', [
      '列名，逗号分隔；不填为全部可导出的列',
      'Column names separated by commas; default: all that can be exported',
    ]),
  )
  const proof = hasPersonalData(noun)
  const format = common(
    query('format', ['文件格式', 'The format of the file'], { enum: ['xlsx', 'csv'], default: 'xlsx' }),
  )
  add('/export', 'get', {
    ...{ verb: 'export', words: [`导出最多 ${AT_ONCE_ROWS} 行`, `Export at most ${AT_ONCE_ROWS} rows`] },
    ...{ parameters: [columns, format, ...asked], proof, big: true, answer: WORKBOOK_ANSWER },
  })
  add('/export', 'post', {
    ...{ verb: 'export', operationId: idOf('startExport', noun), proof },
    words: ['导出，返回任务', 'Export with the filters of the list; returns a job that creates the file'],
    ...{ parameters: [columns, format], answer: JOB },
    body: json({
      type: 'object',
      ...about('列表的筛选与排序', 'Filters and order of the list'),
      properties: Object.fromEntries(
        asked.map(({ name, description, schema }) => [name, { ...(schema as Json), title: description }]),
      ),
    }),
  })
}

/** Removing, its consequences, and undoing it. */
function addRemoval(noun: Noun, add: Add): void {
  const ids = { ...many(id), minItems: 1, maxItems: 1000, ...about('哪些行', 'Which rows') }
  const together = common(
    query('together', [
      '同一次操作的多个删除填相同的值，可一并撤销',
      'The same value for all removals of one act, which are undone together',
    ]),
  )
  add('/{id}', 'delete', {
    ...{ verb: 'remove', words: VERB_LABELS.remove, once: true, answer: done },
    parameters: [together],
  })
  add('/remove/consequences', 'post', {
    ...{ verb: 'remove', operationId: `consequencesOfRemoving${capital(noun.key)}`, proof: false },
    words: ['删除前的影响统计', 'Count the consequences of deleting'],
    body: chosenRows({}),
    answer: {
      name: 'consequences',
      data: shape({
        ...{ rows: count, counts: many(shape({ count, text: word })) },
        ...{ undoForS: maybe(count), final: maybe(word) },
      }),
    },
  })
  if (noun.final) return
  add('/remove/undo', 'post', {
    ...{ verb: 'remove', operationId: `undoRemoving${capital(noun.key)}`, once: true },
    words: ['撤销删除（十分钟内）', 'Undo own deletions of the last ten minutes'],
    body: shared('requestBodies', 'removed', json({ type: 'object', properties: { ids }, required: ['ids'] })),
    answer: {
      name: 'restored',
      data: shape({ restored: count, left: count, refused: many(shape({ id, reason: word })) }),
    },
  })
}

/** Actions, moves and bulk acts. */
function addActs(noun: Noun, answerOf: (key: string) => OperationAnswer | undefined, add: Add): void {
  for (const act of bulkActsOf(noun)) {
    const { label, proof, input, reason: explained } = bulkAct(noun, act)
    const { properties, required = [] } = objectSchema(input) as { properties?: Json; required?: string[] }
    const why = explained ? { reason } : {}
    const [zh, en] = label
    add(`/${act}/bulk`, 'post', {
      ...{ verb: act, operationId: `${act}Many${capital(noun.key)}` },
      words: [`批量${zh}，返回任务`, `${en}: many rows; returns a job`],
      proof,
      body: chosenRows({ ...properties, ...why }, [...required, ...Object.keys(why)]),
      answer: JOB,
    })
  }
  for (const [name, action] of Object.entries(noun.actions ?? {})) {
    const read = action.method === 'GET'
    const fields = objectSchema(action.input ?? {}) as { properties: Record<string, Json>; required?: string[] }
    const several = action.on === 'rows' ? { ids: { ...many(id), minItems: 1, ...about('哪些行', 'Which rows') } } : {}
    const why = action.reason ? { reason } : {}
    const required = [...Object.keys(several), ...(fields.required ?? []), ...Object.keys(why)]
    const properties = { ...several, ...fields.properties, ...why }
    const schema = { type: 'object', properties, ...(required.length ? { required } : {}) }
    const asked = Object.entries(fields.properties).map(([one, { title, description, ...rest }]) =>
      query(
        one,
        [String(title ?? one), String(description ?? one)],
        { ...rest, type: simple(rest.type) },
        fields.required?.includes(one),
      ),
    )
    add(action.on === 'row' ? `/{id}/${name}` : `/${name}`, read ? 'get' : 'post', {
      ...{ verb: name, words: action.label, proof: action.proof ?? false, once: !read },
      ...(read ? { parameters: asked } : { body: { ...json(schema), required: required.length > 0 } }),
      answer: answerOf(`${noun.key}:${name}`) ?? {},
    })
  }
  for (const machine of Object.values(noun.states ?? {}))
    for (const [name, move] of Object.entries(machine.moves)) {
      if (move.by === 'system') continue
      const { properties } = objectSchema(move.input ?? {}) as { properties: Json }
      const required = move.reason ? { required: ['reason'] } : {}
      const schema = { type: 'object', properties: { ...properties, reason }, ...required }
      const body = { ...json(schema), required: move.reason === true }
      add(`/{id}/${name}`, 'post', {
        ...{ verb: name, words: move.label, proof: move.proof ?? false, once: true },
        body: Object.keys(properties).length
          ? body
          : shared('requestBodies', move.reason ? 'reason' : 'reasonOrNone', body),
        answer: { data: rowOf(noun.key) },
      })
    }
}

const simple = (type: unknown): unknown => (Array.isArray(type) ? type[0] : (type ?? 'string'))
