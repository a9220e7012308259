/** The page of the API at /api/docs: grouped by noun, in the reader's language, with examples, fields and a way to try each operation. */
import { followed, withValue } from '#base/followed.ts'
import type { Language } from '#base/text.ts'
import type { Json } from './fieldSchema.ts'
import { DOCS_SCRIPT, DOCS_STYLE, DOCS_THEME } from './docsAssets.ts'

type Schema = Json & { properties?: Record<string, Schema>; required?: string[]; items?: Schema }
interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  'x-description-zh'?: string
  schema: Schema
}
interface Operation extends Json {
  operationId: string
  tags: string[]
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>
}
export interface Described {
  info: { title: string; description: string; 'x-description-zh': string }
  tags: { name: string; 'x-title': string; 'x-title-zh': string }[]
  'x-tagGroups': { name: string; 'x-title-zh': string; tags: string[] }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const WORDS = {
  zh: {
    ...{
      title: 'Portico 接口',
      search: '搜索接口、路径或说明',
      key: '令牌（仅保存在本页内存中）',
      app: '应用编号 appId',
    },
    ...{ takes: '参数', sends: '请求体', answers: '应答 data', sample: '示例', attempt: '试一试', send: '发送' },
    ...{ needed: '必填', open: '公开', login: '登录即可', proof: '需再次验证身份', none: '没有符合的接口' },
    ...{ contents: '目录', other: 'English', keyed: 'openapi.json（接入密钥）' },
  },
  en: {
    ...{ title: 'Portico API', search: 'Search operations, paths, words', key: 'Token (kept in this page only)' },
    ...{ app: 'Application, appId', takes: 'Parameters', sends: 'Body', answers: 'Answer: data', sample: 'Sample' },
    ...{ attempt: 'Try it', send: 'Send', needed: 'required', open: 'public', login: 'any session' },
    ...{ proof: 'requires proof of identity', none: 'No matching operation', other: '中文' },
    ...{ contents: 'Contents', keyed: 'openapi.json for API keys' },
  },
} as const

const escape = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)

/** Text between backticks is code. */
const inline = (text: unknown): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const METHODS = ['get', 'post', 'put', 'delete']

/** The inputs of one page. */
interface Page {
  document: Described
  language: Language
}

const resolved = ({ document }: Page, schema: Schema | undefined): Schema | undefined => followed(document, schema)
/** A single value is shown where it is referred to; a row is named. */
const valueIn = ({ document }: Page, schema: Schema): Schema => withValue(document, schema)

function typeOf(page: Page, reference: Schema): string {
  const schema = valueIn(page, reference)
  return typeof schema.$ref === 'string'
    ? schema.$ref.split('/').pop()!
    : schema.anyOf
      ? (schema.anyOf as Schema[]).map(one => typeOf(page, one)).join(' | ')
      : schema.items && [schema.type].flat().includes('array')
        ? `${typeOf(page, schema.items)}[]${[schema.type].flat().includes('null') ? ' | null' : ''}`
        : Array.isArray(schema.enum)
          ? 'enum'
          : `${[schema.type ?? 'any'].flat().join(' | ')}${schema.format ? ` · ${String(schema.format)}` : ''}`
}

/** An example value, as small as possible. */
function sampleOf(page: Page, schema: Schema | undefined, depth = 0): unknown {
  const one = resolved(page, schema)
  if (!one || depth > 3) return null
  if (Array.isArray(one.enum)) return one.enum[0]
  if ('const' in one) return one.const
  const type = [one.type].flat()[0]
  if (type === 'array') return one.items ? [sampleOf(page, one.items, depth + 1)] : []
  if (type === 'object') {
    const names = one.required?.length ? one.required : Object.keys(one.properties ?? {}).slice(0, 8)
    return Object.fromEntries(names.map(name => [name, sampleOf(page, one.properties?.[name], depth + 1)]))
  }
  if (type === 'integer' || type === 'number') return one.minimum ?? 1
  if (type === 'boolean') return true
  if (one.format === 'date-time') return '2026-05-01T08:00:00Z'
  if (one.format === 'date') return '2026-05-01'
  return one.format === 'int64' ? '190000000000000001' : type === 'string' ? '…' : null
}

const words = (page: Page, schema: Schema): string => {
  const labels = (schema['x-labels'] ?? {}) as Record<string, Record<Language, string>>
  const named = Object.entries(labels).map(([wire, label]) => `${wire} ${label[page.language]}`)
  const zh = schema['x-description-zh'] ?? schema.title ?? schema.description
  const meaning = page.language === 'zh' ? zh : schema.description
  return [meaning, named.join(page.language === 'zh' ? '、' : ', ')].filter(Boolean).join(' — ')
}

function table(title: string, rows: string[]): string {
  return rows.length ? `<h4>${title}</h4><div class="t"><table>${rows.join('')}</table></div>` : ''
}
const line = (page: Page, name: string, needed: boolean, type: string, meaning: string): string =>
  `<tr><td><code>${escape(name)}</code>${needed ? `<i>${WORDS[page.language].needed}</i>` : ''}</td><td><code>${escape(type)}</code></td><td>${inline(meaning)}</td></tr>`

/** The schema of a list's items, or of the value without null. */
function within(page: Page, reference: Schema): Schema {
  const schema = valueIn(page, reference)
  const choices = ((schema.anyOf ?? []) as Schema[]).filter(one => one.type !== 'null')
  return choices.length === 1 ? within(page, choices[0]!) : schema.items ? within(page, schema.items) : schema
}

/** A line for each field, and below it for its nested fields, as `devices[].name`. Only requests have fields to fill in. */
function fieldsOf(page: Page, schema: Schema | undefined, asked: boolean, before = '', depth = 0): string[] {
  const one = resolved(page, schema)
  return Object.entries(one?.properties ?? {}).flatMap(([name, field]) => {
    const inner = within(page, field)
    const place = before + name
    const list = Boolean(valueIn(page, field).items)
    return [
      line(
        page,
        place,
        asked && (one!.required?.includes(name) ?? false),
        typeOf(page, field),
        words(page, resolved(page, field) ?? field),
      ),
      ...(inner.$ref || depth > 1 ? [] : fieldsOf(page, inner, asked, `${place}${list ? '[]' : ''}.`, depth + 1)),
    ]
  })
}

function operationPage(page: Page, path: string, method: string, operation: Operation): string {
  const labels = WORDS[page.language]
  const summary = page.language === 'zh' ? operation['x-summary-zh'] : operation.summary
  const access = operation['x-permission']
  const rule = access === undefined ? labels.open : access === 'login' ? labels.login : access
  const parameters = (operation.parameters ?? []).map(one => followed(page.document, one))
  const [media, content] = Object.entries(followed(page.document, operation.requestBody)?.content ?? {})[0] ?? []
  const answer = followed(page.document, operation.responses[200])?.content?.['application/json']?.schema
  const data = resolved(page, answer?.properties?.data)
  const rows = resolved(page, data?.properties?.records?.items ?? data?.items) ?? data
  const sample = media === 'application/json' ? JSON.stringify(sampleOf(page, content?.schema), null, 2) : ''
  const curl = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '$BASE${path}${parameters.some(one => one.name === 'appId') ? '?appId=$APP' : ''}'`,
    ...(access === undefined ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(sample ? [`-H 'Content-Type: application/json'`, `-d '${sample.replace(/\n\s*/g, ' ')}'`] : []),
  ].join(' \\\n  ')
  const trial =
    media && media !== 'application/json'
      ? ''
      : `<form data-path="${escape(path)}" data-method="${method}"><h4>${labels.attempt}</h4><div class="f">${parameters
          .filter(one => one.in !== 'header' && (one.required || one.in === 'path') && one.name !== 'appId')
          .map(one => `<label>${escape(one.name)}<input name="${escape(one.name)}" data-in="${one.in}"></label>`)
          .join(
            '',
          )}</div>${sample ? `<textarea rows="6" spellcheck="false" aria-label="${labels.sends}">${escape(sample)}</textarea>` : ''}<button>${labels.send}</button><pre class="out" hidden></pre></form>`
  return `<details id="${operation.operationId}"><summary><span class="m ${method}">${method.toUpperCase()}</span><code>${escape(path)}</code><span class="s">${inline(summary)}</span></summary><div class="b"><p class="r"><code>${operation.operationId}</code> · <code>${escape(rule)}</code>${operation['x-proof'] ? ` · ${labels.proof}` : ''}</p>${table(
    labels.takes,
    parameters.map(one =>
      line(
        page,
        `${one.name}`,
        one.required ?? false,
        `${one.in} · ${typeOf(page, one.schema)}`,
        (page.language === 'zh' ? one['x-description-zh'] : one.description) ?? '',
      ),
    ),
  )}${table(labels.sends, fieldsOf(page, content?.schema, true))}${table(labels.answers, fieldsOf(page, rows, false))}<h4>${labels.sample}</h4><pre>${escape(curl)}</pre>${trial}</div></details>`
}

/** The page is readable without the script, which adds searching and trying. */
function docsPage(document: Described, nonce: string, language: Language): string {
  const page = { document, language }
  const labels = WORDS[language]
  const title = (of: { 'x-title-zh': string }, en: string): string => escape(language === 'zh' ? of['x-title-zh'] : en)
  const byTag = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of METHODS.filter(one => methods[one])) {
      const operation = methods[method]!
      const [tag] = operation.tags as [string]
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationPage(page, path, method, operation)])
    }
  const tags = new Map(document.tags.map(tag => [tag.name, title(tag, tag['x-title'])]))
  const groups = document['x-tagGroups']
  const nav = groups.map(
    group =>
      `<b>${title(group, group.name)}</b>${group.tags.map(tag => `<a href="#tag-${tag}">${tags.get(tag)}</a>`).join('')}`,
  )
  const sections = groups.flatMap(group =>
    group.tags.map(
      tag => `<section><h2 id="tag-${tag}">${tags.get(tag)}</h2>${(byTag.get(tag) ?? []).join('')}</section>`,
    ),
  )
  const intro = language === 'zh' ? document.info['x-description-zh'] : document.info.description
  const other = language === 'zh' ? 'en' : 'zh'
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${labels.title}</title><style nonce="${nonce}">${DOCS_STYLE}</style><script nonce="${nonce}">${DOCS_THEME}</script></head><body>
<nav><strong>${labels.title}</strong><a href="?lang=${other}" hreflang="${other}" lang="${other}">${labels.other}</a><a href="/api/openapi.json">openapi.json</a><a href="/api/openapi.json?for=key">${labels.keyed}</a><button id="fold" aria-expanded="false" aria-controls="subjects">${labels.contents}</button><div id="subjects">${nav.join('')}</div></nav>
<main><h1>${labels.title}</h1><p>${inline(intro)}</p><div class="bar"><input id="q" type="search" placeholder="${labels.search}" aria-label="${labels.search}"><input id="key" type="password" autocomplete="off" placeholder="${labels.key}" aria-label="${labels.key}"><input id="app" inputmode="numeric" placeholder="${labels.app}" aria-label="${labels.app}"></div><p id="none" hidden>${labels.none}</p>${sections.join('')}</main><script nonce="${nonce}">${DOCS_SCRIPT}</script></body></html>`
}

const PLACE = '__NONCE__'
/** Built once per language: only the nonce differs between requests. */
export function pageFor(document: Described, language: Language): (nonce: string) => string {
  const page = docsPage(document, PLACE, language).split(PLACE)
  return nonce => page.join(nonce)
}
