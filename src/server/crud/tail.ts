/**
 * The last four characters of sealed values, by which people look for a phone or an identity document. They are kept as a
 * keyed digest. Four digits are few, and whoever may filter could try them all: so where the mask hides some of these
 * characters, only users who may also reveal the value find it by them.
 */
import { shownLast } from '#base/mask.ts'
import { Refusal } from '#model/error.ts'
import type { Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Vault } from '../ports.ts'

const LENGTH = 4

export const isTail = (given: string): boolean => /^[0-9A-Za-z]{4}$/.test(given)

/** `key` names the field, as in the digest of its whole value. */
export const tailDigest = (vault: Pick<Vault, 'blindIndex'>, key: string, value: string): Buffer =>
  vault.blindIndex(value.slice(-LENGTH), `${key} tail`)

/** Refuses a search by characters that the user must not see. */
export function judgeTail(noun: Noun, { label, mask }: Field, user: Pick<Ctx['user'], 'permissions'>): void {
  if (mask === undefined || shownLast(mask) >= LENGTH || user.permissions.has(`${noun.key}:reveal`)) return
  throw new Refusal('forbidden', {
    text: [
      `按${label[0]}后四位查找需要“查看完整信息”的权限，请输入完整的${label[0]}`,
      `To search by the last four characters of ${label[1]} you need the right to reveal it; enter it whole`,
    ],
  })
}
