/** Sites of the data centre, each with how many of its devices are online: the same as on the map, and those without a position. */
import { useState, type CSSProperties } from 'react'
import { useTranslate } from '#console/kit/language.tsx'
import { Button } from '#console/kit/Button.tsx'
import { followLink } from '#console/kit/navigation.ts'
import type { SiteRow } from './overview.ts'
import { siteHref, siteNote, siteState } from './siteState.ts'

const AT_ONCE = 100

export const Sites = ({ sites }: { sites: readonly SiteRow[] }) => {
  const translate = useTranslate()
  const [shown, setShown] = useState(AT_ONCE)
  return (
    <div className="dc-list dc-sites" tabIndex={-1}>
      {sites.slice(0, shown).map(site => (
        <a key={site.id} className="dc-row" href={siteHref(site)} onClick={followLink}>
          <i
            className="dc-site-glyph"
            data-state={siteState(site)}
            style={
              {
                '--off': `${Math.round(((site.total - site.online) / Math.max(1, site.total)) * 100)}%`,
              } as CSSProperties
            }
          />
          <span className="dc-passage-words">
            <b>{site.name}</b>
            <small>
              {translate(siteNote(site))}
              {!site.position && ` · ${translate(['未标位置', 'not on the map'])}`}
            </small>
          </span>
          <b>
            {site.online}/{site.total}
          </b>
        </a>
      ))}
      {sites.length === 0 && <p className="dc-empty">{translate(['还没有站点', 'No sites yet'])}</p>}
      {shown < sites.length && (
        <Button variant="quiet" onPress={() => setShown(shown + AT_ONCE)}>
          {translate(['显示更多', 'Show more'])}
        </Button>
      )}
    </div>
  )
}
