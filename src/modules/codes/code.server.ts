/** Issuing, showing and revoking codes: random, kept as a digest only, and never more than the rights of their holder. */
import { randomBytes } from 'node:crypto'
import { NO_SUCH_DOOR } from '#base/deviceTexts.ts'
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { FAMILIES } from '#model/families.ts'
import type { RowOf } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { Operations } from '#server/crud/operations.ts'
import { endpoint, implement, retained, worker } from '#server/parts.ts'
import { listFacts } from '#modules/devices/api.ts'
import { scopeOf } from '#modules/access/api.ts'
import { CODE_KINDS, CODE_STATES, passCode, scanRecord } from './code.noun.ts'
import { digestOf } from './decideScan.server.ts'
import { signForDoors, signIfPossible, type Signed } from './signForDoors.server.ts'
import { replaceKey, touchReaders } from './signingKey.server.ts'

/** 144 bits. */
const CODE_BYTES = 18
/** A personal code is replaced after half of its life, so that one that was just shown can still be held to the reader. */
export const REPLACE_CODE_S = 30
const LIVES_S = 60

interface Issued {
  id: string
  code: string
  validTo: string
  personName: string
  /** The doors whose readers can judge it without the platform. */
  offlineDoors: number
}
interface Wanted {
  code: string
  /** Of a signed code. */
  signed: Signed | null
  kind: number
  personId: string
  doorIds: readonly string[] | null
  validFrom: unknown
  validTo: string
  mostUses: unknown
  purpose: unknown
}

const randomCode = (): string => randomBytes(CODE_BYTES).toString('base64url')

async function write(ctx: Ctx, wanted: Wanted): Promise<Issued> {
  const { code, signed } = wanted
  const { id, appId, sourceId } = scopeOf(ctx, ctx.newId())
  const [written] = await ctx.sql<{ name: string }>(
    sql`with made as (insert into codes.code (id, app_id, source_id, digest, kind, person_id, door_ids, valid_from,
      valid_to, most_uses, purpose, nonce, signed_doors, created_by)
      select ${id}, ${appId}, ${sourceId}, ${digestOf(code)}, ${wanted.kind}, p.id, ${wanted.doorIds}::bigint[],
      ${wanted.validFrom ?? null}, ${wanted.validTo}, ${wanted.mostUses ?? null}, ${wanted.purpose ?? null},
      ${signed?.nonce ?? null}, ${signed?.doors ?? null}, ${ctx.user.userId}
      from people.person p where p.id = ${wanted.personId} and p.deleted_at is null returning person_id)
      select p.name from made join people.person p on p.id = made.person_id`,
  )
  if (!written) throw invalidFields([{ field: 'personId', text: ['没有这个人员', 'There is no such person'] }])
  return { id, code, validTo: wanted.validTo, personName: written.name, offlineDoors: signed?.doors ?? 0 }
}

/** Doors of the application; null for every door that the person may pass. */
async function doorsOf(ctx: Ctx, given: readonly unknown[]): Promise<string[] | null> {
  if (!given.length) return null
  const ids = [...new Set(given.map(String))]
  const found = await ctx.sql<{ id: string }>(
    sql`select id from devices.component where id = any(${ids}::bigint[]) and kind = 'door'`,
  )
  if (found.length !== ids.length) throw invalidFields([{ field: 'doorIds', text: NO_SUCH_DOOR }])
  return ids
}

type CodeRow = Pick<RowOf<typeof passCode>, 'revokedAt' | 'validFrom' | 'validTo' | 'mostUses' | 'used'>
/** The first that applies, as a scan would be refused. */
function stateOf({ revokedAt, validFrom, validTo, mostUses, used }: CodeRow, now: string): keyof typeof CODE_STATES {
  if (revokedAt) return 'revoked'
  if (now > validTo) return 'over'
  if (mostUses !== null && used >= mostUses) return 'used'
  return validFrom && now < validFrom ? 'early' : 'valid'
}

export const passCodeHalf = implement(passCode, {
  // A personal code lives for a minute, and is not a row that anybody looks up.
  narrow: () => [sql`t.kind = ${CODE_KINDS.issued[0]}`],
  async compute(ctx, rows) {
    const found = await ctx.sql<{ id: string; doorIds: string[]; doorNames: string[] }>(
      sql`select k.id, coalesce(array_agg(c.id order by d.name, c.no) filter (where c.id is not null), '{}') as "doorIds",
        coalesce(array_agg(d.name order by d.name, c.no) filter (where c.id is not null), '{}') as "doorNames"
        from codes.code k left join devices.component c on c.id = any(k.door_ids)
        left join devices.device d on d.id = c.device_id
        where k.id = any(${rows.map(row => row.id)}::bigint[]) group by k.id`,
    )
    for (const row of rows)
      Object.assign(
        row,
        found.find(one => one.id === row.id),
        { state: CODE_STATES[stateOf(row, ctx.now.toISOString())][0] },
      )
  },
  actions: {
    async issue(ctx, { personId, doorIds, validFrom, validTo, mostUses, purpose, offline }) {
      const until = String(validTo)
      if (Date.parse(until) <= ctx.now.getTime())
        throw invalidFields([{ field: 'validTo', text: ['截止时间已过', 'It ends in the past'] }])
      if (validFrom && Date.parse(String(validFrom)) >= Date.parse(until))
        throw invalidFields([{ field: 'validTo', text: ['截止时间应晚于开始时间', 'It ends before it begins'] }])
      const doors = await doorsOf(ctx, Array.isArray(doorIds) ? doorIds : [])
      const signed = offline
        ? await signForDoors(ctx, {
            ...{ personId: String(personId), doorIds: doors, mostUses: mostUses ? Number(mostUses) : null },
            ...{ from: validFrom ? new Date(String(validFrom)) : null, until: new Date(until) },
          })
        : null
      const made = await write(ctx, {
        ...{ kind: CODE_KINDS.issued[0], personId: String(personId), validFrom, validTo: until, mostUses, purpose },
        ...{ doorIds: doors, code: signed?.code ?? randomCode(), signed },
      })
      await ctx.audit({
        ...{ action: 'issue', object: passCode.key, objectId: made.id, objectName: purpose ? String(purpose) : null },
        changes: {
          personId,
          doorIds: doorIds ?? null,
          validFrom: validFrom ?? null,
          validTo,
          mostUses: mostUses ?? null,
          offline: offline ?? false,
        },
      })
      return made
    },
    async show(ctx, { personId }) {
      const until = new Date(ctx.now.getTime() + LIVES_S * 1000)
      const validTo = until.toISOString()
      const signed = await signIfPossible(ctx, {
        ...{ personId: String(personId), doorIds: null, mostUses: 1, from: null, until },
      })
      const { id, code, personName, offlineDoors } = await write(ctx, {
        ...{ kind: CODE_KINDS.personal[0], personId: String(personId), doorIds: null, validFrom: null, validTo },
        ...{ mostUses: 1, purpose: null, code: signed?.code ?? randomCode(), signed },
      })
      // Each opens doors in the name of that person: also one that is replaced half a minute later.
      await ctx.audit({
        ...{ action: 'show', object: passCode.key, objectId: id, objectName: personName },
        changes: { personId: String(personId), validTo },
      })
      return { code, validTo, nextS: REPLACE_CODE_S, offlineDoors }
    },
    async revoke(ctx, { id }) {
      const [row] = await ctx.sql<{ id: string; signed: boolean }>(
        sql`update codes.code set revoked_at = ${ctx.now}, rev = rev + 1, updated_at = now(), updated_by = ${ctx.user.userId}
          where id = ${id} and revoked_at is null returning id, nonce is not null as signed`,
      )
      if (!row) throw new Refusal('not_found')
      if (row.signed) await touchReaders(ctx.ports, ctx.sql, ctx.appId!)
      await ctx.audit({ action: 'revoke', object: passCode.key, objectId: row.id })
      return true
    },
    async replaceKey(ctx, { atOnce }) {
      await replaceKey(ctx, atOnce === true)
      await ctx.audit({ action: 'replaceKey', object: passCode.key, changes: { atOnce: atOnce ?? false } })
      return true
    },
  },
})

export const scanHalf = implement(scanRecord, {
  async compute(ctx, rows) {
    const found = await ctx.sql<{
      id: string
      code: string | null
      kind: number | null
      local: boolean
      unproven: boolean
    }>(
      sql`select id, params ->> 'code' as code, (decision ->> 'codeKind')::int as kind,
        coalesce((params ->> 'local')::boolean, false) as local,
        coalesce((params ->> 'unproven')::boolean, false) as unproven
        from devices.passage where id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    for (const row of rows)
      Object.assign(
        row,
        found.find(one => one.id === row.id),
      )
  },
})
const scans = new Operations(scanHalf, new Map())

export const scanPage = endpoint({
  method: 'GET',
  path: '/api/person/scan/page',
  access: 'scanRecord:list',
  scope: 'application',
  summary: ['扫码日志，最新在前', 'Scans, newest first'],
  run: (ctx, input) =>
    listFacts(scans, ctx, input, {
      families: [FAMILIES.passage.wire],
      resultField: 'result',
      also: [sql`t.identifier = 'scan'`],
    }),
})

/**
 * Personal codes are recognised as expired for a day; then they are unknown. What a reader opened by itself may be reported as
 * late as its protocol allows.
 */
export const codeSweeper = worker({
  name: 'codes.expired',
  where: 'worker',
  async run(ports) {
    await ports.db.query(
      { role: 'engine' },
      sql`delete from codes.code where id in (select id from codes.code
        where kind = ${CODE_KINDS.personal[0]} and valid_to < now() - case when nonce is null then interval '1 day'
          else interval '30 days' end limit 10000)`,
    )
    return 600_000
  },
})
export const retainedCodes = retained({
  key: 'passCode',
  label: ['签发的通行码', 'Issued codes'],
  table: 'codes.code',
  since: 'valid_to',
  days: 180,
})
