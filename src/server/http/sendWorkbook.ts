/** Sends a workbook as an attachment. */
import type { FastifyReply } from 'fastify'

export const sendWorkbook = (reply: FastifyReply, name: string, book: Uint8Array): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="${name}.xlsx"`)
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(Buffer.from(book.buffer, book.byteOffset, book.byteLength))
