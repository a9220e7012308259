/** The user's own account as the server returns it, and its requests. */
import { PASSWORD } from '#base/texts.ts'
import { post } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'

export interface OwnSession {
  id: string
  ip: string | null
  agent: string | null
  way: number
  createdAt: string
  lastSeenAt: string
  current?: boolean
}
export interface OwnAccount {
  username: string
  phone: string | null
  required: boolean
  factors: readonly { id: string; kind: number; name: string | null; createdAt: string; lastUsedAt: string | null }[]
  recoveryLeft: number
  social: readonly { provider: string; linkedAt: string | null }[]
  sessions: readonly OwnSession[]
}
export const SECURITY = '/api/auth/security'
export const KIND = { totp: 1, passkey: 2 } as const

export const wayWords: Readonly<Record<number, Words>> = {
  1: PASSWORD,
  2: ['短信', 'SMS'],
  3: ['社交账号', 'Social'],
  5: ['接入密钥', 'API key'],
}

export const quiet = { quiet: true } as const
export const ask = <T>(path: string, body: object = {}): Promise<T> => post<T>(path, body, quiet)
