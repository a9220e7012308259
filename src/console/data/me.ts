/** The signed-in user and their permissions, fetched once after sign-in and removed with the session. */
import { useSyncExternalStore } from 'react'
import type { Brand } from '#console/data/publicConfig.ts'
import { get } from '#console/data/request.ts'
import { notePlatform, onSessionEnd, setSessionValue } from '#console/data/session.ts'

export interface Me {
  sysUser: {
    userId: string
    username: string
    nickname: string | null
    phone: string | null
    avatar: string | null
    type: number
    userCode: string
    sourcePlatformCode: string
  }
  roles: readonly (string | number)[]
  permissions: ReadonlySet<string>
  isMainFlag: boolean
  /** Applications in which the account is limited to sites or device groups. */
  limitedIn?: readonly string[]
  home: '/home' | '/commonHome'
  brand: Brand
  /** The role as which the user looks at the console: nothing can be changed. */
  viewing: { id: string; name: string } | null
  /** Minutes without input after which the screen locks; 0: never. */
  idleMinutes: number
  /** Of an organisation on trial; days below zero: it is over. */
  trial: { until: string; daysLeft: number } | null
}

let me: Me | undefined
let asking: Promise<Me> | undefined
const listeners = new Set<() => void>()
const change = (next: Me | undefined): void => {
  me = next
  for (const listener of listeners) listener()
}
onSessionEnd(() => {
  asking = undefined
  change(undefined)
})

const currentMe = (): Me | undefined => me

const askMe = (): Promise<Me> =>
  get<Omit<Me, 'permissions'> & { permissions: string[] }>('/api/admin/user/info', undefined, { quiet: true }).then(
    answer => {
      const next: Me = { ...answer, permissions: new Set(answer.permissions) }
      setSessionValue('username', next.sysUser.username)
      // The door one comes back to is the brand's, which may be that of an organisation further up.
      setSessionValue('platform', next.brand.code === 'portico' ? null : next.brand.code)
      notePlatform()
      change(next)
      return next
    },
  )

/** Rejects when the server refuses the session; the caller then signs out. */
export const loadMe = (): Promise<Me> => {
  if (me) return Promise.resolve(me)
  asking ??= askMe().finally(() => {
    asking = undefined
  })
  return asking
}

/** After the language has changed: the names that come with the product change with it. */
export const renewMe = (): void => void askMe().catch(() => {})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useMe = (): Me | undefined => useSyncExternalStore(subscribe, currentMe)

/** Whether a permission point such as `role:add` is held. */
export const can = (point: string): boolean => me?.permissions.has(point) ?? false
export const useCan = (): ((point: string) => boolean) => {
  const known = useMe()
  return point => known?.permissions.has(point) ?? false
}
