/** What the data centre is narrowed to, kept in the address: an organisation, a region or an application, and a period. */
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PERIODS } from './periods.ts'

export interface Chosen {
  sourceId: string | undefined
  appId: string | undefined
  /** `33` or `33.杭州市`. */
  region: string | undefined
  days: number
}
type Address = Readonly<Partial<Record<'source' | 'app' | 'region' | 'days' | 'wall', string>>>

const idOf = (given: string | undefined): string | undefined => (given && /^\d{1,19}$/.test(given) ? given : undefined)

/** The application decides where both are given, because it has a single organisation. */
export function useChosen(): { chosen: Chosen; wall: boolean; change: (next: Address) => void } {
  const { source, app, region, days, wall } = useSearch({ strict: false }) as Address
  const go = useNavigate()
  const chosen = useMemo(
    (): Chosen => ({
      sourceId: idOf(source),
      appId: idOf(app),
      region: region && /^\d{2}(\..{1,30})?$/.test(region) ? region : undefined,
      days: PERIODS.find(period => period.id === days)?.days ?? 1,
    }),
    [source, app, region, days],
  )
  const change = useCallback(
    (next: Address) => void go({ to: '.', search: ((before: Address) => ({ ...before, ...next })) as never }),
    [go],
  )
  return { chosen, wall: Boolean(wall), change }
}

/** As the server takes it. */
export const queryOf = ({ sourceId, appId, region }: Chosen): { sourceId?: string; appId?: string; region?: string } =>
  appId ? { appId } : { ...(sourceId ? { sourceId } : {}), ...(region ? { region } : {}) }
