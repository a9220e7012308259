/** Spreadsheets for tests: a file as a form would send it, and workbooks read back. */
import { randomBytes } from 'node:crypto'
import { makeSheets } from '#server/sheets/sheets.ts'
import type { Answer, TestServer } from './server.ts'

const sheets = makeSheets()

export const xlsxOf = (rows: readonly (readonly string[])[]): Promise<Uint8Array> =>
  sheets.write([{ name: 'Sheet1', widths: [], fixedRows: 1, rows: rows.map(row => [...row]) }])

/** Heading and rows, each with its number in the sheet. */
export async function rowsOf(
  bytes: Uint8Array,
  fileName = 'a.xlsx',
): Promise<{ heading: string[]; rows: [number, ...string[]][] }> {
  const { heading, lines } = await sheets.read(bytes, fileName)
  const text = Buffer.from(lines).toString()
  return { heading, rows: text ? text.split('\n').map(line => JSON.parse(line) as [number, ...string[]]) : [] }
}

/** Posts one file as the multipart field `file`, after `fields`. */
export async function postFile<T = any>(
  server: TestServer,
  url: string,
  fileName: string,
  bytes: Uint8Array | string,
  options: { token?: string; language?: 'zh' | 'en'; fields?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const boundary = randomBytes(12).toString('hex')
  const before = Object.entries(options.fields ?? {}).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const payload = Buffer.concat([
    Buffer.from(before.join('')),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes as Uint8Array),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      authorization: `Bearer ${options.token ?? server.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'accept-language': options.language === 'en' ? 'en' : 'zh-CN',
    },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

/** The bytes of a GET's answer. */
export async function fetchFile(
  server: TestServer,
  url: string,
  token = server.token,
): Promise<{ status: number; bytes: Buffer }> {
  const response = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  return { status: response.statusCode, bytes: response.rawPayload }
}
