/** A readable page of the API at /api/docs: plain HTML, no script, from the OpenAPI document. */
type Operation = {
  summary?: string
  'x-permission'?: string
  tags?: string[]
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: {
    content: Record<
      string,
      {
        schema: {
          properties?: Record<string, { title?: string; description?: string; type?: unknown; enum?: unknown[] }>
          $ref?: string
          required?: string[]
        }
      }
    >
  }
}
type Document = {
  info: { title: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<
      string,
      {
        properties?: Record<string, { title?: string; description?: string; type?: unknown; enum?: unknown[] }>
        required?: string[]
      }
    >
  }
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#e7eaef,#222a37);--text:light-dark(#131a26,#e6ebf4);--second:light-dark(#55607a,#9aa5b8);--ground:light-dark(#f6f7f9,#0a0d13);--surface:light-dark(#fff,#10151e);--link:light-dark(#1467c6,#3fa1ff)}
body{margin:0;font:14px/22px system-ui,"Noto Sans CJK SC",sans-serif;background:var(--ground);color:var(--text);display:grid;grid-template-columns:240px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;box-sizing:border-box;border-right:1px solid var(--line);background:var(--surface)}nav a{display:block;color:var(--second);text-decoration:none;padding:3px 8px;border-radius:6px}nav a:hover{color:var(--link)}
main{padding:32px 40px;max-width:960px}h1{font-size:22px;margin:0 0 8px}h2{font-size:17px;margin:40px 0 12px}details{background:var(--surface);border:1px solid var(--line);border-radius:10px;margin:8px 0}summary{cursor:pointer;padding:10px 14px;display:flex;gap:12px;align-items:baseline}
code{font:12px/18px ui-monospace,monospace}.m{font:600 11px ui-monospace,monospace;width:52px}.get{color:light-dark(#0a7350,#3ecf9a)}.post{color:var(--link)}.put{color:light-dark(#8f5600,#e0a13c)}.delete{color:light-dark(#c1272d,#ff7b80)}.p{margin-left:auto;color:var(--second)}table{border-collapse:collapse;margin:0 14px 14px;width:calc(100% - 28px)}td{border-top:1px solid var(--line);padding:6px 8px 6px 0;vertical-align:top}td:first-child{white-space:nowrap}
@media(max-width:720px){body{display:block}nav{position:static;height:auto}main{padding:24px 16px}}`

export function docsPage(document: Document, nonce: string): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? 'Other'
      const schema = operation.requestBody?.content['application/json']?.schema
      const resolved = schema?.$ref ? document.components.schemas[schema.$ref.split('/').pop()!] : schema
      const rows = [
        ...(operation.parameters ?? []).map(parameter => [
          parameter.name,
          `${parameter.in}. ${parameter.description ?? ''}`,
        ]),
        ...Object.entries(resolved?.properties ?? {}).map(([name, field]) => [
          name + (resolved?.required?.includes(name) ? ' *' : ''),
          `${field.title ?? ''} ${field.description ?? ''}${field.enum ? ` — ${field.enum.join(', ')}` : ''}`,
        ]),
      ]
      const table = rows.length
        ? `<table>${rows.map(([name, text]) => `<tr><td><code>${escape(name!)}</code></td><td>${escape(text!)}</td></tr>`).join('')}</table>`
        : ''
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        `<details><summary><span class="m ${method}">${method.toUpperCase()}</span><code>${escape(path)}</code><span>${escape(operation.summary ?? '')}</span><code class="p">${escape(operation['x-permission'] ?? 'public')}</code></summary>${table}</details>`,
      ])
    }
  }
  const id = (tag: string): string => tag.toLowerCase().replace(/\W+/g, '-')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Portico API</title><style nonce="${nonce}">${STYLE}</style></head><body>
<nav><strong>Portico API</strong>${[...groups.keys()].map(tag => `<a href="#${id(tag)}">${escape(tag)}</a>`).join('')}<a href="/api/openapi.json">openapi.json</a></nav>
<main><h1>${escape(document.info.title)} API</h1><p>${escape(document.info.description)} Sign in with <code>POST /api/auth/oauth/token</code> and send <code>Authorization: Bearer</code>.</p>${[...groups].map(([tag, items]) => `<h2 id="${id(tag)}">${escape(tag)}</h2>${items.join('')}`).join('')}</main></body></html>`
}
