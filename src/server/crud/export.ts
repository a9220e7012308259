/** Exports what a list shows as CSV that opens in a spreadsheet; at most 100,000 rows, audited. */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { showInstant } from '#base/time.ts'
import { refName, type Field } from '#model/field.ts'
import { plainText } from '#base/plainText.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Row } from '../parts.ts'
import { neutral } from '../sheets/formula.ts'
import { batches } from './batches.ts'
import { grownNoun } from './grownNoun.ts'
import type { Operations } from './operations.ts'

const MAX_ROWS = 100_000
/** Rows in one step: others wait for it. */
const BATCH = 100

export function csvCell(value: string): string {
  const safe = neutral(value)
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
  if (field.kind === 'rich') return plainText(String(value))
  if (field.kind === 'span') {
    const { from, to } = value as { from: string; to: string }
    return field.of === 'instant' ? `${showInstant(from)} ~ ${showInstant(to)}` : `${from} ~ ${to}`
  }
  if (field.kind === 'dictionary' && Array.isArray(value)) return value.join(english ? ', ' : '、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const HISTORY: Record<string, Field> = {
  id: { kind: 'text', label: ['编号', 'Id'] },
  createdAt: { kind: 'instant', label: ['创建时间', 'Created'] },
  updatedAt: { kind: 'instant', label: ['更新时间', 'Updated'] },
}

/** What the list shows, in its order; without a list of columns every field that a cell can hold. */
function exported(noun: Noun, asked: unknown): [string, Field][] {
  const states = Object.entries(noun.states ?? {}).map(([name, machine]): [string, Field] => [
    name,
    { kind: 'choice', label: machine.label, values: machine.states },
  ])
  const fields = Object.entries(noun.fields).filter(
    ([, field]) => field.kind !== 'secret' && field.kind !== 'file' && field.kind !== 'json' && field.kind !== 'custom',
  )
  if (typeof asked !== 'string' || asked === '') return [...fields, ...states]
  const known = new Map<string, Field>([...fields, ...states, ...Object.entries(HISTORY)])
  const names = asked.split(',').filter(name => known.has(name))
  return names.length ? names.map(name => [name, known.get(name)!]) : fields
}

/** A reader on a fast line would have the whole file written in one turn of the event loop. */
async function* oneATurn(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}

export async function exportRows(
  operations: Operations,
  request: FastifyRequest,
  reply: FastifyReply,
  inScope: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
): Promise<FastifyReply> {
  const { noun } = operations
  const english = request.language === 'en'
  const { columns: asked, ...filters } = request.query as Record<string, unknown>
  const write = (cells: readonly string[]): string => cells.map(csvCell).join(',')
  // Whole before it is sent: a slow reader must not hold the transaction, nor half a file look like all of it.
  const chunks: Buffer[] = []
  await inScope(async ctx => {
    const columns = exported(await grownNoun(ctx, operations.half), asked)
    chunks.push(Buffer.from(`\ufeff${write(columns.map(([, field]) => field.label[english ? 1 : 0]))}\r\n`))
    let rows = 0
    for await (const batch of batches(operations, ctx, filters, BATCH)) {
      const lines = batch
        .slice(0, MAX_ROWS - rows)
        .map(row => `${write(columns.map(([name, field]) => shown(field, name, row, english)))}\r\n`)
      chunks.push(Buffer.from(lines.join('')))
      rows += lines.length
      if (rows === MAX_ROWS) break
    }
    // Reading roles may not write the audit of other tenants; the export is the caller's own act.
    await ctx.audit({
      action: 'export',
      object: noun.key,
      changes: { rows, filters, columns: columns.map(([name]) => name) },
    })
  })
  return reply
    .header('content-disposition', `attachment; filename="${noun.key}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(oneATurn(chunks)))
}
