/** How a terminal downloads a portrait: by a signed link valid for ten minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'

const LIFE_MS = 10 * 60_000
const sign = (ports: Ports, text: string): string =>
  createHmac('sha256', ports.vault.derive('portrait-link', 32)).update(text).digest('base64url')

export function portraitUrl(ports: Ports, deviceId: string, personId: string): string {
  const text = `${deviceId}.${personId}.${ports.now().getTime() + LIFE_MS}`
  return `${ports.publicUrl}/api/device/portrait/${text}.${sign(ports, text)}`
}

export const portraitRoute = raw({
  method: 'GET',
  path: '/api/device/portrait/:ticket',
  access: 'public',
  budget: 'device',
  summary: ['人脸照片，供收到下发的终端下载', 'A portrait, for the terminal that was sent its address'],
  async handle(ports, request, reply) {
    const { ticket } = request.params as { ticket: string }
    const [deviceId, personId, until, signature] = ticket.split('.')
    const expected = Buffer.from(sign(ports, `${deviceId}.${personId}.${until}`))
    const given = Buffer.from(signature ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected) || Number(until) < ports.now().getTime())
      throw new Refusal('forbidden')
    const [row] = await ports.db.query<{ portrait_file: string | null }>(
      { role: 'engine' },
      prepared(sql`select portrait_file from people.person where id = ${personId} and deleted_at is null`),
    )
    const sealed = row?.portrait_file ? await ports.files.get(row.portrait_file) : null
    if (!sealed) throw new Refusal('not_found')
    return reply.type('image/jpeg').send(ports.vault.open(sealed, 'file|portrait'))
  },
})
