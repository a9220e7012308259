/** Exports what a list shows as CSV that opens in a spreadsheet; at most 100,000 rows, audited. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { showInstant } from '#base/time.ts'
import { refName, type Field } from '#model/field.ts'
import type { Ctx } from '../ctx.ts'
import type { Row } from '../parts.ts'
import type { Operations } from './operations.ts'

const MAX_ROWS = 100_000
const PAGE = 100

/** One cell. What a spreadsheet would take for a formula is quoted with a leading apostrophe. */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r\0＝]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function shown(field: Field, name: string, row: Row, english: boolean): string {
  const value = row[name]
  if (value === null || value === undefined) return ''
  if (field.kind === 'ref') return String(row[refName(name)] ?? value)
  if (field.kind === 'instant') return showInstant(String(value))
  if (field.kind === 'flag') return value ? (english ? 'Yes' : '是') : english ? 'No' : '否'
  if (field.kind === 'choice' && !field.many) {
    const entry = Object.values(field.values).find(([wire]) => wire === value)
    return entry ? entry[english ? 2 : 1] : String(value)
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export async function exportRows(
  operations: Operations,
  request: FastifyRequest,
  reply: FastifyReply,
  inScope: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
): Promise<FastifyReply> {
  const { noun } = operations
  const english = request.language === 'en'
  const columns = Object.entries(noun.fields).filter(
    ([, field]) => field.kind !== 'secret' && field.kind !== 'file' && field.kind !== 'json',
  )
  const lines: string[] = [columns.map(([, field]) => csvCell(field.label[english ? 1 : 0])).join(',')]
  await inScope(async ctx => {
    for (let current = 1; lines.length <= MAX_ROWS; current += 1) {
      const page = await operations.list(ctx, { ...(request.query as Record<string, unknown>), current, size: PAGE })
      for (const row of page.records)
        lines.push(columns.map(([name, field]) => csvCell(shown(field, name, row, english))).join(','))
      if (page.records.length < PAGE) break
    }
    // Reading roles may not write the audit of other tenants; the export is the caller's own act.
    await ctx.audit({
      action: 'export',
      object: noun.key,
      changes: { rows: lines.length - 1, filters: request.query as Record<string, unknown> },
    })
  })
  return reply
    .header('content-disposition', `attachment; filename="${noun.key}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(`\ufeff${lines.join('\r\n')}\r\n`)
}
