/** Passkeys: WebAuthn registration and assertion by @simplewebauthn/server, with challenges that are valid once. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'

const ENGINE = { role: 'engine' } as const
const PASSKEY = 2
const CHALLENGE_MS = 5 * 60_000
const MAX_PASSKEYS = 10
/** EdDSA, ES256, RS256: the algorithms of authenticators. */
const ALGORITHMS = [-8, -7, -257]

/** The origin of the request, for which the browser must have signed. */
function siteOf(ports: Ports, request: FastifyRequest): { rpId: string; origins: string[] } {
  const host = request.host
  // Behind a proxy that terminates TLS and is not trusted, the scheme is known only from the public address.
  return { rpId: request.hostname, origins: [...new Set([ports.publicUrl, `https://${host}`, `http://${host}`])] }
}

async function keepChallenge(ports: Ports, accountId: string, purpose: string, challenge: string): Promise<void> {
  await ports.db.query(
    ENGINE,
    sql`insert into identity.challenge (challenge, account_id, purpose, until) values (${challenge}, ${accountId}, ${purpose}, ${new Date(ports.now().getTime() + CHALLENGE_MS)})`,
  )
}
/** True once for a challenge that was issued to this account for this purpose. */
const useChallenge =
  (ports: Ports, accountId: string, purpose: string) =>
  async (challenge: string): Promise<boolean> =>
    (
      await ports.db.query(
        ENGINE,
        sql`delete from identity.challenge where challenge = ${challenge} and account_id = ${accountId} and purpose = ${purpose} and until > ${ports.now()} returning 1`,
      )
    ).length === 1

const credentialsOf = (ports: Ports, accountId: string) =>
  ports.db.query<{
    id: string
    credential_id: string
    public_key: Buffer
    counter: string
    transports: string[] | null
  }>(
    ENGINE,
    sql`select id, credential_id, public_key, counter, transports from identity.factor where account_id = ${accountId} and kind = ${PASSKEY}
      and credential_id is not null and public_key is not null and counter is not null`,
  )

/** The options with which a browser creates a passkey for this account. */
export async function beginPasskey(
  ports: Ports,
  request: FastifyRequest,
  holder: { id: string; username: string; nickname: string },
  rpName: string,
) {
  const known = await credentialsOf(ports, holder.id)
  if (known.length >= MAX_PASSKEYS)
    throw new Refusal('full', { text: [`最多${MAX_PASSKEYS}个通行密钥`, `At most ${MAX_PASSKEYS} passkeys`] })
  const options = await generateRegistrationOptions({
    rpName,
    rpID: siteOf(ports, request).rpId,
    userName: holder.username,
    userDisplayName: holder.nickname,
    userID: new Uint8Array(ports.vault.blindIndex(holder.id, 'passkey user')),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(one => ({ id: one.credential_id, transports: one.transports ?? [] })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(ports, holder.id, 'register', options.challenge)
  return options
}

/** Stores a passkey created by the browser. */
export async function keepPasskey(
  query: Query,
  ports: Ports,
  request: FastifyRequest,
  accountId: string,
  credential: unknown,
  name: string,
): Promise<void> {
  const { rpId, origins } = siteOf(ports, request)
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: useChallenge(ports, accountId, 'register'),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  const made = verified?.verified ? verified.registrationInfo.credential : undefined
  if (!made) throw new Refusal('invalid', { text: ['通行密钥验证失败', 'The passkey could not be verified'] })
  await query(sql`insert into identity.factor (id, account_id, kind, name, credential_id, public_key, counter, transports)
    values (${ports.newId()}, ${accountId}, ${PASSKEY}, ${name}, ${made.id}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${made.transports ?? []}::text[])`)
}

/** The options with which a browser uses one of the account's passkeys. */
export async function askPasskey(ports: Ports, request: FastifyRequest, accountId: string) {
  const known = await credentialsOf(ports, accountId)
  if (known.length === 0) throw new Refusal('not_found')
  const options = await generateAuthenticationOptions({
    rpID: siteOf(ports, request).rpId,
    allowCredentials: known.map(one => ({ id: one.credential_id, transports: one.transports ?? [] })),
    userVerification: 'preferred',
  })
  await keepChallenge(ports, accountId, 'use', options.challenge)
  return options
}

/** Whether this is an assertion by one of the account's passkeys, for a challenge that was issued here. */
export async function passkeyProves(
  ports: Ports,
  request: FastifyRequest,
  accountId: string,
  credential: unknown,
): Promise<boolean> {
  const response = credential as AuthenticationResponseJSON
  const known = (await credentialsOf(ports, accountId)).find(one => one.credential_id === response?.id)
  if (!known) return false
  const { rpId, origins } = siteOf(ports, request)
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: useChallenge(ports, accountId, 'use'),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: false,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
      transports: known.transports ?? [],
    },
  }).catch(() => null)
  if (!verified?.verified) return false
  await ports.db.query(
    ENGINE,
    sql`update identity.factor set counter = ${verified.authenticationInfo.newCounter}, last_used_at = ${ports.now()} where id = ${known.id}`,
  )
  return true
}
