/** Tickets: the result of one sign-in step, sealed for the next. They contain their purpose and expire. */
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const TICKET_MS = 10 * 60_000

export type Purpose = 'password' | 'factor' | 'reset'
interface Sealed {
  until: number
  nonce: string
}

export const sealTicket = (ports: Ports, purpose: Purpose, content: object): string =>
  ports.vault
    .seal(
      JSON.stringify({
        ...content,
        until: ports.now().getTime() + TICKET_MS,
        nonce: randomBytes(16).toString('base64url'),
      }),
      `ticket|${purpose}`,
    )
    .toString('base64url')

export const expired = (): Refusal =>
  new Refusal('invalid', { text: ['凭据已过期，请重新操作', 'The ticket has expired; please start again'] })

/** The content of a ticket; refuses an invalid one. */
export function openTicket<T extends object>(ports: Ports, purpose: Purpose, given: unknown): T & Sealed {
  let ticket: T & Sealed
  try {
    ticket = JSON.parse(
      ports.vault.open(Buffer.from(String(given ?? ''), 'base64url'), `ticket|${purpose}`).toString(),
    ) as T & Sealed
  } catch {
    throw expired()
  }
  if (ticket.until < ports.now().getTime()) throw expired()
  return ticket
}

/** True once for each nonce: of sealed passwords and of tickets. */
export async function useOnce(ports: Ports, nonce: string): Promise<boolean> {
  const rows = await ports.db.query(
    ENGINE,
    sql`insert into identity.used_nonce (nonce, until) values (${nonce}, ${new Date(ports.now().getTime() + TICKET_MS + 60_000)}) on conflict do nothing returning 1`,
  )
  return rows.length === 1
}
