/** The complete check of a new password: the published rules, leaked passwords, and the product's own names. */
import { dictionary } from '@zxcvbn-ts/language-common'
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Ports } from '#server/ports.ts'
import { passwordProblem } from './password.rules.ts'

const ENGINE = { role: 'engine' } as const
const TOO_COMMON: Text = ['密码过于常见', 'The password is too common']
/** The passwords most often found in leaks; shorter ones are refused for their length. */
const LEAKED: ReadonlySet<string> = new Set(dictionary['passwords-common'].filter(word => word.length >= 8))
/** Characters used in place of letters in passwords. */
const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** The word on which a password is based: without prefixes and suffixes, and with characters replaced by letters. */
const core = (password: string): string =>
  password
    .toLowerCase()
    .replace(/^[\d\W_]+|[\d\W_]+$/g, '')
    .replace(/[@431!0$57]/g, sign => LEET[sign]!)

/** The first problem of a new password, or null. */
export async function newPasswordProblem(ports: Ports, password: string, username: string): Promise<Text | null> {
  const problem = passwordProblem(password, username)
  if (problem) return problem
  if (LEAKED.has(password.toLowerCase())) return TOO_COMMON
  const brands = await ports.db.query<{ code: string; name: string }>(
    ENGINE,
    sql`select code, name from identity.brand`,
  )
  const word = core(password)
  const ours = brands.flatMap(brand => [brand.code, ...brand.name.toLowerCase().split(/\s+/)])
  return ours.includes(word)
    ? ['密码不能由平台名称构成', 'The password may not be made of the name of the platform']
    : null
}
