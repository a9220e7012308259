/** Sends a short list as a file at once; longer ones are exported by jobs. Audited. */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import { batches } from './batches.ts'
import { askedFormat, FORMATS, tableFile } from '../sheets/tableFile.ts'
import { askedColumns, exportTable } from './exportTable.ts'
import { extendedNoun } from './extendedNoun.ts'
import type { Operations } from './operations.ts'

/** The console uses the same number: see its ExportButton. */
export const AT_ONCE_ROWS = 5000
/** Rows per step: other requests run in between. */
const BATCH = 100

/** Yields between chunks: on a fast connection the whole file would be written in one turn of the event loop. */
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
  const { columns, format: asked, ...filters } = request.query as Input
  const format = askedFormat(asked)
  // Complete before it is sent: a slow reader must not hold the transaction open, and half a file must not look complete.
  const chunks: Buffer[] = []
  await inScope(async ctx => {
    const { half, nouns } = operations
    const reading = { ...ctx, nouns, classes: ctx.ports.classes }
    const table = exportTable(await extendedNoun(ctx, half), askedColumns(columns), reading, half.written)
    const file = tableFile(format, async bytes => void chunks.push(bytes))
    await file.begin(translate(noun.label, ctx.language), table.heading)
    let rows = 0
    for await (const batch of batches(operations, ctx, filters, BATCH)) {
      rows += batch.length
      if (rows > AT_ONCE_ROWS)
        throw new Refusal('too_large', {
          text: [
            `超过 ${AT_ONCE_ROWS} 行，请以任务导出：POST ${noun.api}/export`,
            `More than ${AT_ONCE_ROWS} rows are exported as a job: POST ${noun.api}/export`,
          ],
          data: { atOnceRows: AT_ONCE_ROWS },
        })
      await file.rows(batch.map(table.cells))
    }
    await file.end()
    // Reading roles may not write the audit of other tenants; the export is an act of the caller.
    await ctx.audit({ action: 'export', object: noun.key, changes: { rows, filters, columns: table.names } })
  })
  return reply
    .header('content-disposition', `attachment; filename="${noun.key}.${format}"`)
    .type(FORMATS[format])
    .send(Readable.from(oneATurn(chunks)))
}
