/**
 * Places from which an account's holder signed in within 30 days: an address, or a browser with the token it was given
 * then. Guesses from elsewhere are counted separately, so that a stranger cannot lock out the holder of an account.
 */
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const KNOWN_MS = 30 * 86_400_000
const SEALED_FOR = 'known device'
/** A browser used by several people sends the tokens of all of them. */
const MOST_WORDS = 5

interface Device {
  accountId: string
  nonce: string
  until: number
}

function openDevice(ports: Ports, word: string): Device | null {
  try {
    return JSON.parse(ports.vault.open(Buffer.from(word, 'base64url'), SEALED_FOR).toString()) as Device
  } catch {
    return null
  }
}

/** The device of this account among the tokens that a browser sent, separated by dots. */
function deviceOf(ports: Ports, accountId: string, given: unknown): Device | null {
  if (typeof given !== 'string' || given.length > 4000) return null
  const devices = given.split('.', MOST_WORDS).map(word => openDevice(ports, word))
  return devices.find(one => one?.accountId === accountId && one.until > ports.now().getTime()) ?? null
}

/** A key for the place if the account's holder has signed in there before; null otherwise. Takes as long for an unknown account. */
export async function placeOf(
  ports: Ports,
  accountId: string | undefined,
  from: { ip: string; device?: unknown },
): Promise<string | null> {
  const device = accountId ? deviceOf(ports, accountId, from.device) : null
  const [address] = await ports.db.query(
    ENGINE,
    sql`select 1 from identity.known_place where account_id = ${accountId ?? '0'} and address = ${from.ip} and last_at > ${new Date(ports.now().getTime() - KNOWN_MS)}`,
  )
  if (device) return `device:${createHash('sha256').update(device.nonce).digest('base64url').slice(0, 22)}`
  return address ? `address:${from.ip}` : null
}

/** Remembers where somebody signed in; returns the token by which the browser is recognised from now on. */
export async function notePlace(
  ports: Ports,
  accountId: string,
  from: { ip: string; device?: unknown },
): Promise<string> {
  await ports.db.query(
    ENGINE,
    sql`insert into identity.known_place (account_id, address, last_at) values (${accountId}, ${from.ip}, ${ports.now()})
      on conflict (account_id, address) do update set last_at = excluded.last_at`,
  )
  const nonce = deviceOf(ports, accountId, from.device)?.nonce ?? randomBytes(16).toString('base64url')
  const device: Device = { accountId, nonce, until: ports.now().getTime() + KNOWN_MS }
  return ports.vault.seal(JSON.stringify(device), SEALED_FOR).toString('base64url')
}
