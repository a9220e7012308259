/** Keys that sign codes: one at a time for each application, sealed; readers that judge codes themselves store its public half. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import { READER_MODES } from '#devices/abilities/scanner.ts'
import type { Ctx } from '#server/ctx.ts'
import { documents, versionOf } from '#server/delivered.ts'
import { handler } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { touchDocument } from '#modules/sync/api.ts'

const ENGINE = { role: 'engine' } as const
export const DOCUMENT = 'codeKeys'
/** The longest life of a signed code: what a replaced key signed is accepted for as long. */
export const SIGNED_MOST_S = 8 * 3600
/** How many revoked codes a reader's list holds at most; the newest. */
const REVOKED_MOST = 500

const place = (id: string): string => `codes.signing_key|private_key|${id}`
/** The classes whose readers can judge codes themselves. */
export const judging = ({ classes }: Pick<Ports, 'classes'>): string[] =>
  [...classes.values()].filter(one => one.documents.some(held => held.document === DOCUMENT)).map(one => one.key)
/** As devices report them, in JSON. */
export const WITHOUT_US = [READER_MODES.offline[0], READER_MODES.mixed[0]].map(String)

export interface SigningKey {
  no: number
  privateKey: KeyObject
}
interface KeyRow {
  id: string
  no: number
  private_key_sealed: Buffer
}
const opened = ({ vault }: Ports, row: KeyRow): SigningKey => ({
  no: row.no,
  privateKey: createPrivateKey({
    key: vault.open(row.private_key_sealed, place(row.id)),
    format: 'der',
    type: 'pkcs8',
  }),
})

const current = async (query: Query, appId: string): Promise<KeyRow | undefined> =>
  (
    await query<KeyRow>(
      sql`select id, no, private_key_sealed from codes.signing_key where app_id = ${appId} and replaced_at is null`,
    )
  )[0]

/** A new key with the next number; nothing where another request just made one. */
async function make(ports: Ports, query: Query, appId: string, by: string | null): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = ports.newId()
  await query(
    sql`insert into codes.signing_key (id, app_id, source_id, no, public_key, private_key_sealed, created_by)
      select ${id}, a.id, a.source_id,
        (select coalesce(max(k.no), 0) % 65535 + 1 from codes.signing_key k where k.app_id = a.id),
        ${rawOf(publicKey)}, ${ports.vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), place(id))}, ${by}
      from applications.application a where a.id = ${appId}
      on conflict do nothing`,
  )
}
/** RFC 8032, 5.1.5: 32 bytes. */
const rawOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })

/** The key that signs now, made when there is none yet. */
export async function signingKey(ports: Ports, query: Query, appId: string, by: string | null): Promise<SigningKey> {
  const known = await current(query, appId)
  if (known) return opened(ports, known)
  await make(ports, query, appId, by)
  return opened(ports, (await current(query, appId))!)
}

/** Readers of the application that judge codes themselves; `only` those that are to store no keys yet. */
export const readersOf = async (
  ports: Ports,
  query: Query,
  appId: string,
  only: 'all' | 'unknown' = 'all',
): Promise<string[]> => {
  const rows = await query<{ id: string }>(
    sql`select d.id from devices.device d join devices.shadow s on s.device_id = d.id and s.component = ''
      where d.app_id = ${appId} and d.deleted_at is null and d.device_class = any(${judging(ports)})
        and s.vals ->> 'mode' = any(${WITHOUT_US})
        and (${only === 'all'} or not exists
          (select from sync.document o where o.device_id = d.id and o.document = ${DOCUMENT}))`,
  )
  return rows.map(row => row.id)
}

export async function touchReaders(ports: Ports, query: Query, appId: string, only?: 'unknown'): Promise<void> {
  const ids = await readersOf(ports, query, appId, only)
  if (ids.length) await touchDocument(ports, query, DOCUMENT, ids)
}

/** What was signed before is accepted by readers until it ends by itself, or no longer. */
export async function replaceKey(ctx: Ctx, atOnce: boolean): Promise<void> {
  await ctx.sql(
    sql`update codes.signing_key set replaced_at = ${ctx.now},
        ends_at = ${new Date(ctx.now.getTime() + (atOnce ? 0 : SIGNED_MOST_S * 1000))}
      where app_id = ${ctx.appId} and replaced_at is null`,
  )
  // One that is replaced at once takes those before it along.
  if (atOnce)
    await ctx.sql(
      sql`update codes.signing_key set ends_at = ${ctx.now} where app_id = ${ctx.appId} and ends_at > ${ctx.now}`,
    )
  await make(ctx.ports, ctx.sql, ctx.appId!, ctx.user.userId)
  await touchReaders(ctx.ports, ctx.sql, ctx.appId!)
}

interface ReaderRow {
  id: string
  app_id: string
}
interface PublicRow {
  app_id: string
  no: number
  public_key: Buffer
  created_at: string
  ends_at: string | null
}
const epochS = (at: string): number => Math.floor(Date.parse(at) / 1000)

/** A reader that asks about every code stores none, and needs to know nothing of keys. */
export const codeKeys = documents({
  document: DOCUMENT,
  async wanted(query, deviceIds) {
    const readers = await query<ReaderRow>(
      sql`select d.id, d.app_id from devices.device d join devices.shadow s on s.device_id = d.id and s.component = ''
        where d.id = any(${deviceIds}::bigint[]) and d.app_id is not null and s.vals ->> 'mode' = any(${WITHOUT_US})`,
    )
    const appIds = [...new Set(readers.map(row => row.app_id))]
    const keys = Map.groupBy(
      await query<PublicRow>(
        sql`select app_id, no, public_key, created_at, ends_at from codes.signing_key
          where app_id = any(${appIds}::bigint[]) and (ends_at is null or ends_at > now()) order by app_id, no`,
      ),
      row => row.app_id,
    )
    const revoked = Map.groupBy(
      await query<{ app_id: string; nonce: Buffer }>(
        sql`select c.app_id, c.nonce from unnest(${appIds}::bigint[]) a(id) cross join lateral
          (select app_id, nonce, revoked_at from codes.code where app_id = a.id and nonce is not null
            and revoked_at is not null and valid_to > now() order by revoked_at desc limit ${REVOKED_MOST}) c`,
      ),
      row => row.app_id,
    )
    return new Map(
      readers.flatMap(({ id, app_id: appId }) => {
        const known = keys.get(appId)
        if (!known) return []
        const content = {
          keys: known.map(row => ({
            ...{ keyId: row.no, key: row.public_key.toString('base64url'), from: epochS(row.created_at) },
            ...(row.ends_at === null ? {} : { to: epochS(row.ends_at) }),
          })),
          revoked: (revoked.get(appId) ?? []).map(row => row.nonce.toString('base64url')).sort(),
        }
        const name = known.map(row => row.no).join('、')
        return [[id, { version: versionOf(content), content, name }] as const]
      }),
    )
  },
})

/** A reader may judge codes from now on, or no longer: it came, left, was set, or was changed while it was away. */
export const readerChanged = handler({
  name: 'codes.reader',
  on: ['device.bound', 'device.unbound', 'device.online', 'command.finished'],
  async run(ports, event) {
    const { deviceId } = event.payload as { deviceId: string }
    await ports.db.tx(ENGINE, async query => {
      const [reader] = await query<{ app_id: string | null; judges: boolean; stores: boolean }>(
        sql`select d.app_id, coalesce(s.vals ->> 'mode' = any(${WITHOUT_US}), false) as judges,
            o.device_id is not null as stores
          from devices.device d left join devices.shadow s on s.device_id = d.id and s.component = ''
          left join sync.document o on o.device_id = d.id and o.document = ${DOCUMENT}
          where d.id = ${deviceId} and d.device_class = any(${judging(ports)})`,
      )
      const should = Boolean(reader?.app_id) && reader!.judges
      // What a known reader stores changes with the keys, which touch it themselves; another owner has other keys.
      if (!reader || (should === reader.stores && event.type !== 'device.bound')) return
      if (should) await signingKey(ports, query, reader.app_id!, null)
      await touchDocument(ports, query, DOCUMENT, [deviceId])
    })
  },
})
