/** OpenAPI 3.1 from the same definitions that make the routes. */
import { VERB_LABELS, verbsOf, type Noun } from '#model/noun.ts'
import { FAILURES } from '#model/error.ts'
import { whenWords } from '#model/when.ts'
import { bulkActsOf } from '../bulk/bulkActs.ts'
import { AT_ONCE_ROWS } from '../crud/export.ts'
import type { ServerPart } from '../parts.ts'
import { fieldSchema, objectSchema, type Json } from './fieldSchema.ts'

function rowSchema(noun: Noun): Json {
  const schema = objectSchema(noun.fields)
  const states = Object.fromEntries(
    Object.entries(noun.states ?? {}).map(([name, machine]) => [
      name,
      {
        title: machine.label[0],
        description: machine.label[1],
        enum: Object.values(machine.states).map(([wire]) => wire),
      },
    ]),
  )
  return {
    ...schema,
    properties: { id: { type: 'string', format: 'int64' }, ...(schema.properties as Json), ...states },
  }
}

const envelope = (data: Json): Json => ({
  description: 'code 0',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { code: { type: 'integer', const: 0 }, msg: { type: ['string', 'null'] }, data },
      },
    },
  },
})
const appId = {
  name: 'appId',
  in: 'query',
  required: false,
  schema: { type: 'string', format: 'int64' },
  description: 'The application to act in',
}

function operation(noun: Noun, summary: string, point: string, data: Json, extra: Json = {}): Json {
  return {
    tags: [noun.label[1]],
    summary,
    ...(extra.description ? { description: extra.description } : {}),
    'x-permission': point,
    security: [{ bearer: [] }],
    parameters: [...(noun.scope === 'platform' ? [] : [appId]), ...((extra.parameters as unknown[]) ?? [])],
    ...(extra.requestBody ? { requestBody: extra.requestBody } : {}),
    responses: {
      200: envelope(data),
      400: { $ref: '#/components/responses/failure' },
      401: { $ref: '#/components/responses/failure' },
      403: { $ref: '#/components/responses/failure' },
    },
  }
}
const body = (schema: Json): Json => ({ requestBody: { required: true, content: { 'application/json': { schema } } } })
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'int64' } }

function nounPaths(noun: Noun, paths: Record<string, Json>): void {
  const add = (path: string, method: string, value: Json): void => {
    paths[noun.api + path] = { ...paths[noun.api + path], [method]: value }
  }
  const row = { $ref: `#/components/schemas/${noun.key}` }
  const verbs = new Set(verbsOf(noun))
  const filters = Object.entries(noun.fields)
    .filter(([, field]) => field.find)
    .map(([name, field]) => ({
      name,
      in: 'query',
      schema: { type: 'string' },
      description: `${field.label[1]} (${field.find})`,
    }))
  const paging = [
    { name: 'current', in: 'query', schema: { type: 'integer', default: 1 } },
    { name: 'size', in: 'query', schema: { type: 'integer', default: 10, maximum: 100 } },
  ]
  if (verbs.has('list'))
    add(
      '/page',
      'get',
      operation(
        noun,
        `List: ${noun.label[1]}`,
        `${noun.key}:list`,
        {
          type: 'object',
          properties: {
            records: { type: 'array', items: row },
            total: { type: 'integer' },
            size: { type: 'integer' },
            current: { type: 'integer' },
            pages: { type: 'integer' },
          },
        },
        { parameters: [...paging, ...filters] },
      ),
    )
  if (verbs.has('view'))
    add(
      '/{id}',
      'get',
      operation(noun, `View: ${noun.label[1]}`, `${noun.key}:view`, row, { parameters: [idParameter] }),
    )
  if (verbs.has('add')) add('', 'post', operation(noun, `Add: ${noun.label[1]}`, `${noun.key}:add`, row, body(row)))
  if (verbs.has('edit'))
    add(
      '',
      'put',
      operation(noun, `Edit: ${noun.label[1]}`, `${noun.key}:edit`, row, {
        description: whenWords(noun, 'edit'),
        ...body(row),
      }),
    )
  if (verbs.has('remove'))
    add(
      '/{id}',
      'delete',
      operation(
        noun,
        `Delete: ${noun.label[1]}`,
        `${noun.key}:remove`,
        { const: true },
        { description: whenWords(noun, 'remove'), parameters: [idParameter] },
      ),
    )
  if (verbs.has('import')) {
    const point = `${noun.key}:import`
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
    const dry = { name: 'dry', in: 'query', schema: { type: 'boolean', default: false }, description: 'Check only' }
    add(
      '/import',
      'post',
      operation(
        noun,
        `Import an .xlsx or .csv: ${noun.label[1]}. Answers a job`,
        point,
        { type: 'object' },
        { parameters: [dry], requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } },
      ),
    )
    add('/importTemplate', 'get', operation(noun, `A workbook to fill in: ${noun.label[1]}`, point, {}))
  }
  if (verbs.has('export')) {
    const point = `${noun.key}:export`
    const columns = { name: 'columns', in: 'query', schema: { type: 'string' }, description: 'Names, with commas' }
    add(
      '/export',
      'get',
      operation(
        noun,
        `Export at most ${AT_ONCE_ROWS} rows as CSV: ${noun.label[1]}`,
        point,
        {},
        { parameters: [columns, ...filters] },
      ),
    )
    add(
      '/export',
      'post',
      operation(
        noun,
        `Export as CSV, with the filters of the list: ${noun.label[1]}. Answers a job, which makes the file`,
        point,
        { type: 'object' },
        { parameters: [columns], ...body({ type: 'object' }) },
      ),
    )
  }
  for (const act of bulkActsOf(noun)) {
    const input = act === 'remove' ? {} : (noun.actions?.[act]?.input ?? {})
    const ids = { type: 'array', items: { type: 'string', format: 'int64' }, maxItems: 1000 }
    const schema = objectSchema(input) as { properties?: Json; required?: string[] }
    add(
      `/${act}/bulk`,
      'post',
      operation(
        noun,
        `For many rows: ${(noun.actions?.[act]?.label ?? VERB_LABELS.remove)[1]}. Answers a job`,
        `${noun.key}:${act}`,
        { type: 'object' },
        body({ ...schema, properties: { ids, ...schema.properties }, required: ['ids', ...(schema.required ?? [])] }),
      ),
    )
  }
  for (const [name, action] of Object.entries(noun.actions ?? {})) {
    const path = action.on === 'row' ? `/{id}/${name}` : `/${name}`
    const input = action.input ? objectSchema(action.input) : { type: 'object' }
    add(
      path,
      (action.method ?? 'POST').toLowerCase(),
      operation(
        noun,
        action.label[1],
        `${noun.key}:${name}`,
        {},
        {
          description: whenWords(noun, name),
          ...(action.on === 'row' ? { parameters: [idParameter] } : {}),
          ...(action.method === 'GET' ? {} : body(input)),
        },
      ),
    )
  }
  for (const machine of Object.values(noun.states ?? {})) {
    for (const [name, move] of Object.entries(machine.moves))
      if (move.by !== 'system')
        add(
          `/{id}/${name}`,
          'post',
          operation(noun, move.label[1], `${noun.key}:${name}`, row, {
            description: whenWords(noun, name),
            parameters: [idParameter],
            ...body({ type: 'object', properties: { reason: { type: 'string' } } }),
          }),
        )
  }
}

export function openapi(parts: readonly ServerPart[], publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = {}
  for (const part of parts) {
    if (part.part !== 'half') continue
    schemas[part.noun.key] = rowSchema(part.noun)
    nounPaths(part.noun, paths)
  }
  for (const part of parts) {
    if (part.part !== 'endpoint' && part.part !== 'raw') continue
    const path = part.path.replace(/:(\w+)/g, '{$1}')
    const parameters = [...part.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    for (const method of Array.isArray(part.method) ? part.method : [part.method as string]) {
      const lower = method.toLowerCase()
      if ((paths[path] as Record<string, unknown> | undefined)?.[lower]) continue
      paths[path] = {
        ...paths[path],
        [lower]: {
          tags: ['Other'],
          summary: part.summary,
          ...(part.access === 'public' ? {} : { security: [{ bearer: [] }], 'x-permission': part.access }),
          parameters,
          ...(part.part === 'endpoint' && part.input && lower !== 'get' ? body(objectSchema(part.input)) : {}),
          responses: { 200: part.part === 'endpoint' ? envelope({}) : { description: 'See the summary' } },
        },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description: 'Every answer is {code, msg, data}; code 0 is success. Ids are strings, instants RFC 3339 in UTC.',
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/api/auth/oauth/token', scopes: {} } } },
      },
      responses: {
        failure: {
          description: 'A refusal with its reason',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  code: { type: 'integer' },
                  msg: { type: 'string' },
                  error: { enum: Object.keys(FAILURES) },
                  data: {},
                },
              },
            },
          },
        },
      },
    },
  }
}
