/** Sites of the data centre, each with how many of its devices are online. */
import type { CSSProperties } from 'react'
import { useTranslate } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import type { SiteRow } from './overview.ts'

export const Sites = ({ sites }: { sites: readonly SiteRow[] }) => {
  const translate = useTranslate()
  return (
    <div className="dc-list">
      {sites.slice(0, 8).map(site => {
        const state = site.total === 0 ? 'none' : site.online === 0 ? 'down' : site.online < site.total ? 'part' : 'ok'
        return (
          <a key={site.id} className="dc-row" href={`/apply/siteManage/${site.appId}`} onClick={followLink}>
            <i
              className="dc-site-glyph"
              data-state={state}
              style={
                {
                  '--off': `${Math.round(((site.total - site.online) / Math.max(1, site.total)) * 100)}%`,
                } as CSSProperties
              }
            />
            <span className="dc-passage-words">
              <b>{site.name}</b>
              <small>
                {translate(
                  state === 'ok'
                    ? ['全部在线', 'All online']
                    : state === 'none'
                      ? ['没有设备', 'No devices']
                      : [`${site.total - site.online} 台离线`, `${site.total - site.online} offline`],
                )}
              </small>
            </span>
            <b>
              {site.online}/{site.total}
            </b>
          </a>
        )
      })}
      {sites.length === 0 && <p className="dc-empty">{translate(['还没有站点', 'No sites yet'])}</p>}
    </div>
  )
}
