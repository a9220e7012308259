/** The state of a site by its devices, as on the map and in the list beside it. */
import type { Text } from '#base/text.ts'
import type { PointState } from '#console/kit/map/PointMap.tsx'
import type { SiteRow } from './overview.ts'

export const SITE_STATES: Readonly<Record<PointState, Text>> = {
  down: ['全部离线', 'All offline'],
  part: ['部分离线', 'Some offline'],
  ok: ['全部在线', 'All online'],
  none: ['没有设备', 'No devices'],
}

export const siteState = ({ total, online }: Pick<SiteRow, 'total' | 'online'>): PointState => {
  if (total === 0) return 'none'
  if (online === 0) return 'down'
  return online < total ? 'part' : 'ok'
}

/** 2 of 5 are offline, or the word for the state. */
export const siteNote = (site: SiteRow): Text => {
  const state = siteState(site)
  return state === 'part' || state === 'down'
    ? [`${site.total - site.online} 台离线`, `${site.total - site.online} offline`]
    : SITE_STATES[state]
}

export const siteHref = ({ appId, id }: SiteRow): string => `/apply/siteManage/${appId}?row=${id}`
