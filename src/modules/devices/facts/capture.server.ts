/** The list of captures, with exact totals. */
import { plateBeginning } from '#base/identity.ts'
import { translate } from '#base/text.ts'
import { FAMILIES } from '#model/families.ts'
import { Operations } from '#server/crud/operations.ts'
import { endpoint, implement } from '#server/parts.ts'
import { deviceCapture } from './capture.noun.ts'
import { listFacts } from './listFacts.server.ts'
import { picturesOfCaptures } from './pictures.server.ts'
import sql from 'sql-template-tag'

const beginning = (plate: string): string => `${plate.replaceAll(/[\\%_]/g, '\\$&')}%`

export const captureHalf = implement(deviceCapture, {
  /** By any spelling. */
  found: { plate: given => sql`t.plate like ${beginning(plateBeginning(given))}` },
  async compute(ctx, rows) {
    const pictures = await picturesOfCaptures(
      ctx.sql,
      rows.map(row => row.id),
    )
    for (const row of rows) {
      const label = ctx.ports.classes.get(row.deviceClass)?.events[row.identifier]?.label
      if (label) row.name = translate(label, ctx.language)
      const apart = (pictures.get(row.id) ?? []).map(picture => picture.file)
      // One that was too large for its message was sent apart.
      row.photoFile ??= (pictures.get(row.id) ?? []).find(({ name }) => name === 'photo')?.file ?? null
      row.pictures = [...new Set([...(row.photoFile ? [row.photoFile] : []), ...apart])]
    }
  },
})
const captures = new Operations(captureHalf, new Map([[deviceCapture.key, deviceCapture]]))

export const capturePage = endpoint({
  method: 'GET',
  path: '/api/device/capture/page',
  access: 'deviceCapture:list',
  scope: 'application',
  summary: ['抓拍记录，最新在前，总数准确', 'Captures, newest first, with exact totals'],
  run: (ctx, input) => listFacts(captures, ctx, input, { families: [FAMILIES.capture.wire], resultField: 'level' }),
})
