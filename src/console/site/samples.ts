/** Sample calls of the API in four languages, generated from its OpenAPI description. */
import { followed, withValue } from '#base/followed.ts'

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: { type?: string; enum?: readonly unknown[] }
}
export interface Operation {
  summary?: string
  'x-summary-zh'?: string
  parameters?: readonly Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export interface Schema {
  type?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  enum?: readonly unknown[]
  items?: Schema
  $ref?: string
}
export interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
export type SampleLanguage = 'curl' | 'typescript' | 'python' | 'java'
export const SAMPLE_LANGUAGES: readonly { id: SampleLanguage; label: string }[] = [
  { id: 'curl', label: 'curl' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'python', label: 'Python' },
  { id: 'java', label: 'Java' },
]

/** An example value of the kind. */
function valueOf(reference: Schema | undefined, document: OpenApi, depth = 0): unknown {
  const schema = withValue(document, reference)
  if (!schema) return 'string'
  if (schema.$ref) return valueOf(followed(document, schema), document, depth + 1)
  if (schema.enum?.length) return schema.enum[0]
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return depth > 2 ? [] : [valueOf(schema.items, document, depth + 1)]
  if (schema.properties) {
    const wanted = schema.required?.length ? schema.required : Object.keys(schema.properties).slice(0, 4)
    return depth > 2
      ? {}
      : Object.fromEntries(wanted.map(name => [name, valueOf(schema.properties![name], document, depth + 1)]))
  }
  return 'string'
}

export interface Call {
  method: string
  url: string
  body: unknown
}

/** The call with its required parameters only. */
export function callOf(document: OpenApi, path: string, method: string, origin: string): Call {
  const operation = document.paths[path]?.[method] ?? {}
  const needed = (operation.parameters ?? [])
    .map(one => followed(document, one))
    .filter(
      one =>
        one.in === 'query' && (one.required || one.name === 'appId' || one.name === 'current' || one.name === 'size'),
    )
  const query = needed
    .map(one => `${one.name}=${one.name === 'current' ? 1 : one.name === 'size' ? 10 : `{${one.name}}`}`)
    .join('&')
  const schema = followed(document, operation.requestBody)?.content?.['application/json']?.schema
  return {
    method: method.toUpperCase(),
    url: `${origin}${path}${query ? `?${query}` : ''}`,
    body: schema ? valueOf(schema, document) : undefined,
  }
}

export function sampleOf({ method, url, body }: Call, language: SampleLanguage): string {
  const json = body === undefined ? '' : JSON.stringify(body, null, 2)
  switch (language) {
    case 'curl':
      return [
        `curl -X ${method} '${url}' \\`,
        `  -H "Authorization: Bearer $TOKEN"${json ? ' \\' : ''}`,
        ...(json ? [`  -H 'Content-Type: application/json' \\`, `  -d '${json}'`] : []),
      ].join('\n')
    case 'typescript':
      return [
        `const answer = await fetch('${url}', {`,
        `  method: '${method}',`,
        `  headers: { Authorization: \`Bearer \${token}\`${json ? `, 'Content-Type': 'application/json'` : ''} },`,
        ...(json ? [`  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`] : []),
        `})`,
        `const { code, msg, data } = await answer.json()`,
        `if (code !== 0) throw new Error(msg)`,
      ].join('\n')
    case 'python':
      return [
        `import requests`,
        ``,
        `answer = requests.request(`,
        `    "${method}", "${url}",`,
        `    headers={"Authorization": f"Bearer {token}"},`,
        ...(json ? [`    json=${json.replaceAll('true', 'True').replaceAll('\n', '\n    ')},`] : []),
        `    timeout=30,`,
        `).json()`,
        `if answer["code"] != 0:`,
        `    raise RuntimeError(answer["msg"])`,
      ].join('\n')
    case 'java':
      return [
        `var request = HttpRequest.newBuilder(URI.create("${url.replaceAll('{', '%7B').replaceAll('}', '%7D')}"))`,
        `    .header("Authorization", "Bearer " + token)`,
        ...(json ? [`    .header("Content-Type", "application/json")`] : []),
        `    .method("${method}", ${json ? `HttpRequest.BodyPublishers.ofString("""\n${json.replace(/^/gm, '        ')}""")` : 'HttpRequest.BodyPublishers.noBody()'})`,
        `    .build();`,
        `var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());`,
      ].join('\n')
  }
}
