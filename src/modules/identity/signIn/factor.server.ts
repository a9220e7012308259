/** Second factors: who needs one, which ones exist, and whether a given one is right. */
import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { passkeyProves } from './passkey.server.ts'
import { newSecret, base32, otpauthUri, stepOf } from './totp.server.ts'

const ENGINE = { role: 'engine' } as const
export const KIND = { totp: 1, passkey: 2, recovery: 3 } as const
export const RECOVERY_CODES = 10
// 32 letters and digits that are not easily confused: ten of them are 50 bits.
const RECOVERY_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SETUP_MS = 15 * 60_000
const secretPlace = (accountId: string): string => `identity.factor|secret|${accountId}`

type Holder = { id: string; source_id: string; username: string }

/** True when the organisation requires a second factor of this account. */
export async function factorRequired(ports: Ports, holder: { id: string; source_id: string }): Promise<boolean> {
  const [row] = await ports.db.query(
    ENGINE,
    sql`select 1 from identity.policy p where p.source_id = ${holder.source_id} and (p.factor_mode = 2
      or (p.factor_mode = 1
      and exists (select from identity.account_role ar
      where ar.account_id = ${holder.id} and ar.role_id = any(p.factor_roles))))`,
  )
  return row !== undefined
}

/** The second step of a sign-in: an existing factor, or setting one up where the organisation requires it. */
export async function factorNeed(
  ports: Ports,
  holder: { id: string; source_id: string },
): Promise<{ need: 'totp' | 'passkey'; ways: string[]; enrol: boolean } | null> {
  const rows = await ports.db.query<{ kind: number }>(
    ENGINE,
    sql`select distinct kind from identity.factor where account_id = ${holder.id}`,
  )
  const has = new Set(rows.map(row => row.kind))
  if (has.has(KIND.totp) || has.has(KIND.passkey)) {
    const ways = [
      ...(has.has(KIND.passkey) ? ['passkey'] : []),
      ...(has.has(KIND.totp) ? ['totp'] : []),
      ...(has.has(KIND.recovery) ? ['recovery'] : []),
    ]
    return { need: has.has(KIND.passkey) ? 'passkey' : 'totp', ways, enrol: false }
  }
  return (await factorRequired(ports, holder)) ? { need: 'totp', ways: ['totp'], enrol: true } : null
}

/** A code of the authenticator app; each time step is accepted once. */
async function totpProves(ports: Ports, accountId: string, code: string): Promise<boolean> {
  const [factor] = await ports.db.query<{ id: string; secret_sealed: Buffer }>(
    ENGINE,
    sql`select id, secret_sealed from identity.factor where account_id = ${accountId} and kind = ${KIND.totp}
      and secret_sealed is not null`,
  )
  if (!factor) return false
  const step = stepOf(ports.vault.open(factor.secret_sealed, secretPlace(accountId)), code, ports.now())
  if (step === null) return false
  const used = await ports.db.query(
    ENGINE,
    sql`update identity.factor set last_step = ${step}, last_used_at = ${ports.now()} where id = ${factor.id} and coalesce(last_step, 0) < ${step} returning 1`,
  )
  return used.length === 1
}

const recoveryIndex = (ports: Ports, accountId: string, code: string): Buffer =>
  ports.vault.blindIndex(`${accountId}|${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`, 'recovery')

async function recoveryProves(ports: Ports, accountId: string, code: string): Promise<boolean> {
  const used = await ports.db.query(
    ENGINE,
    sql`delete from identity.factor where account_id = ${accountId} and kind = ${KIND.recovery} and code_index = ${recoveryIndex(ports, accountId, code)} returning 1`,
  )
  return used.length === 1
}

/** Whether `given` contains a right second factor: `credential`, `recovery` or `code`. */
export async function factorProves(
  ports: Ports,
  request: FastifyRequest,
  accountId: string,
  given: Input,
): Promise<boolean> {
  if (given.credential !== undefined) return passkeyProves(ports, request, accountId, given.credential)
  if (given.recovery !== undefined) return recoveryProves(ports, accountId, String(given.recovery))
  return totpProves(ports, accountId, String(given.code ?? '').replace(/\s/g, ''))
}

/** A new secret for an app, with the content of its QR code. Nothing is stored until a first code has proved that the app has it. */
export function beginTotp(
  ports: Ports,
  holder: Holder,
  issuer: string,
): { secret: string; uri: string; setup: string } {
  const secret = newSecret()
  const setup = ports.vault.seal(
    JSON.stringify({ secret: secret.toString('base64'), until: ports.now().getTime() + SETUP_MS }),
    `totp setup|${holder.id}`,
  )
  return {
    secret: base32(secret),
    uri: otpauthUri(secret, issuer, holder.username),
    setup: setup.toString('base64url'),
  }
}

/** Stores the app when `code` is its current code; returns the first recovery codes, or none when there are some already. */
export async function keepTotp(
  query: Query,
  ports: Ports,
  accountId: string,
  setup: unknown,
  code: unknown,
): Promise<string[]> {
  const wrong = new Refusal('bad_code')
  let kept: { secret: string; until: number }
  try {
    const sealed = Buffer.from(String(setup ?? ''), 'base64url')
    kept = JSON.parse(ports.vault.open(sealed, `totp setup|${accountId}`).toString()) as typeof kept
  } catch {
    throw wrong
  }
  const secret = Buffer.from(kept.secret, 'base64')
  const step = stepOf(secret, String(code ?? '').replace(/\s/g, ''), ports.now())
  if (step === null || kept.until < ports.now().getTime()) throw wrong
  await query(sql`delete from identity.factor where account_id = ${accountId} and kind = ${KIND.totp}`)
  await query(
    sql`insert into identity.factor (id, account_id, kind, secret_sealed, last_step, last_used_at) values (${ports.newId()}, ${accountId}, ${KIND.totp}, ${ports.vault.seal(secret, secretPlace(accountId))}, ${step}, ${ports.now()})`,
  )
  return firstRecoveryCodes(query, ports, accountId)
}

/** Recovery codes for an account without any. */
export async function firstRecoveryCodes(query: Query, ports: Ports, accountId: string): Promise<string[]> {
  const [some] = await query(
    sql`select 1 from identity.factor where account_id = ${accountId} and kind = ${KIND.recovery} limit 1`,
  )
  return some ? [] : newRecoveryCodes(query, ports, accountId)
}

/** Ten codes, each valid once and shown once; earlier ones become invalid. */
export async function newRecoveryCodes(query: Query, ports: Ports, accountId: string): Promise<string[]> {
  const letter = (): string => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]!
  const codes = Array.from(
    { length: RECOVERY_CODES },
    () => `${Array.from({ length: 5 }, letter).join('')}-${Array.from({ length: 5 }, letter).join('')}`,
  )
  await query(sql`delete from identity.factor where account_id = ${accountId} and kind = ${KIND.recovery}`)
  for (const code of codes)
    await query(
      sql`insert into identity.factor (id, account_id, kind, code_index) values (${ports.newId()}, ${accountId}, ${KIND.recovery}, ${recoveryIndex(ports, accountId, code)})`,
    )
  return codes
}
