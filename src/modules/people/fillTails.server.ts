/** People and organisations of earlier versions get the digests of the last characters of their sealed values. */
import sql, { raw } from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import { isSealed } from '#modules/applications/templateFields.rules.ts'
import { fillTails } from '#server/crud/fillTails.ts'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { purposeOf, shapeIn, tailOf, type Kind, type Sealed } from './custom.server.ts'
import { organization } from './organization.noun.ts'
import { person } from './person.noun.ts'

const ENGINE = { role: 'engine' } as const
const AT_ONCE = 200
/** A removal that is undone after the upgrade brings back a row without digests. */
const EVERY_MS = 600_000

type Values = Record<string, Partial<Sealed> | undefined>

/** Of the fields of templates. Values that are not found by their last characters are marked too, so that each is read once. */
async function fillCustom(ports: Ports, noun: Noun, kind: Kind): Promise<void> {
  for (let after: string | undefined = '0'; after !== undefined;) after = await fillBatch(ports, noun, kind, after)
}

/** Returns the last row, where there may be more after it. */
async function fillBatch(ports: Ports, noun: Noun, kind: Kind, after: string): Promise<string | undefined> {
  return ports.db.tx(ENGINE, async query => {
    const table = raw(noun.table)
    const rows = await query<{ id: string; app_id: string; ext: Values }>(
      sql`select id, app_id, ext from ${table} where id > ${after} and ext @? '$.* ? (exists(@.index) && !exists(@.tail))'
        order by id limit ${AT_ONCE} for no key update skip locked`,
    )
    const byApp = Map.groupBy(rows, row => row.app_id)
    for (const [appId, ofApp] of byApp) {
      const { definitions } = await shapeIn({ appId, sql: query }, kind)
      for (const { id, ext } of ofApp) {
        for (const [key, value] of Object.entries(ext)) {
          if (value?.index === undefined || value.tail !== undefined) continue
          const one = definitions.find(definition => definition.key === key && isSealed(definition))
          const open = (): string =>
            ports.vault.open(Buffer.from(value.sealed!, 'base64'), purposeOf(noun, key, id)).toString()
          try {
            value.tail = one && value.sealed ? tailOf(ports, key, one.type, open()) : null
          } catch {
            ports.log.warn({ noun: noun.key, row: id, field: key }, 'a sealed value cannot be opened')
          }
        }
        await query(sql`update ${table} set ext = ${JSON.stringify(ext)}::jsonb where id = ${id}`)
      }
    }
    return rows.length === AT_ONCE ? rows.at(-1)!.id : undefined
  })
}

export const peopleTails = worker({
  name: 'people.tails',
  where: 'worker',
  async run(ports) {
    await fillTails(ports, person)
    await fillCustom(ports, person, 'person')
    await fillCustom(ports, organization, 'organization')
    return EVERY_MS
  },
})
