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

/** 浏览器与系统, from the user agent of a browser. */
export const deviceOf = (agent: string | null): Words => {
  if (!agent) return ['未知设备', 'Unknown device']
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /MicroMessenger/.test(agent)
      ? 'WeChat'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /Chrome\//.test(agent)
          ? 'Chrome'
          : /Safari\//.test(agent)
            ? 'Safari'
            : agent.split(/[ /(]/)[0]!
  const system = /Windows/.test(agent)
    ? 'Windows'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Android/.test(agent)
        ? 'Android'
        : /Mac OS/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : ''
  return system ? `${browser} · ${system}` : browser
}

export const quiet = { quiet: true } as const
export const ask = <T>(path: string, body: object = {}): Promise<T> => post<T>(path, body, quiet)
