/** May this code be used here and now? The first rules of a scan; then those of the person who holds it decide. */
import type { Text } from '#base/text.ts'
import { showInstant } from '#base/zonedTime.ts'

export interface KnownCode {
  doorIds: readonly string[] | null
  validFrom: string | null
  validTo: string
  mostUses: number | null
  used: number
  revokedAt: string | null
}
export type CodeVerdict = { ok: Text } | { reason: string; text: Text }

interface Scanned {
  code: KnownCode | null
  /** The id of the door; undefined where the reader names a part that it does not have. */
  doorId: string | undefined
  /** RFC 3339 in UTC. */
  at: string
  zone: string
}

export function judgeCode({ code, doorId, at, zone }: Scanned): CodeVerdict {
  if (!code) return unknownCode
  const shown = (instant: string): string => showInstant(instant, zone)
  if (code.revokedAt)
    return {
      reason: 'codeRevoked',
      text: [`已于 ${shown(code.revokedAt)} 作废`, `Revoked at ${shown(code.revokedAt)}`],
    }
  if (code.validFrom && at < code.validFrom)
    return { reason: 'notYet', text: [`${shown(code.validFrom)} 起有效`, `Valid from ${shown(code.validFrom)}`] }
  if (at > code.validTo) return expiredAt(code.validTo, zone)
  if (code.doorIds && (doorId === undefined || !code.doorIds.includes(doorId)))
    return { reason: 'otherDoor', text: ['该码签发给其他门', 'It was issued for other doors'] }
  if (code.mostUses !== null && code.used >= code.mostUses) return usedUp(code.mostUses)
  return { ok: ['有效', 'Valid'] }
}

export const usedUp = (mostUses: number): CodeVerdict & { reason: string } => ({
  reason: 'codeUsed',
  text: [`可用 ${mostUses} 次，已用完`, `All ${mostUses} uses are gone`],
})

export const unknownCode: CodeVerdict & { reason: string } = {
  reason: 'unknownCode',
  text: ['平台没有签发过这个码', 'The platform issued no such code'],
}
export const forged: CodeVerdict & { reason: string } = {
  reason: 'forged',
  text: ['形如签名码，但不是本应用的密钥签的', 'It looks like a signed code, but no key of this application signed it'],
}
export const expiredAt = (validTo: string, zone: string): CodeVerdict & { reason: string } => ({
  reason: 'codeExpired',
  text: [`已于 ${showInstant(validTo, zone)} 过期`, `Expired at ${showInstant(validTo, zone)}`],
})
export const issuedLater = (createdAt: string, zone: string): CodeVerdict & { reason: string } => ({
  reason: 'notYet',
  text: [
    `${showInstant(createdAt, zone)} 才签发，读头的时钟不对`,
    `Issued at ${showInstant(createdAt, zone)}, so the clock of the reader is wrong`,
  ],
})
