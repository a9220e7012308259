/** The device classes of an application, each with the number of connected devices; a line opens its overview. */
import { NO_DEVICES } from '#base/figureTexts.ts'
import type { ClassHead } from '#model/device.ts'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { PlaceGlyph } from '#console/kit/map/PlaceGlyph.tsx'
import { placeState } from '#console/kit/map/placeState.ts'
import type { Home } from '../../home.ts'

type ClassesProps = {
  counts: NonNullable<Home['devices']>
  /** The classes of the application, including those without devices. */
  classes: readonly ClassHead[]
  appId: string
}

export const Classes = ({ counts, classes, appId }: ClassesProps) => {
  const translate = useTranslate()
  return (
    <ul className="dc-list">
      {classes.map(({ key, label, pages }) => {
        const { total = 0, online = 0 } = counts.find(row => row.deviceClass === key) ?? {}
        const state = placeState({ total, good: online })
        return (
          <li key={key}>
            <a
              className="dc-row"
              href={`/${key}/${total && pages.includes('equiSum') ? 'equiSum' : 'equi'}/${appId}`}
              onClick={followLink}
            >
              <PlaceGlyph total={total} good={online} />
              <span className="dc-passage-words">
                <b>{translate(label)}</b>
                <small>
                  {translate(
                    state === 'none'
                      ? NO_DEVICES
                      : state === 'ok'
                        ? ['全部在线', 'All online']
                        : [`${total - online} 台离线`, `${total - online} offline`],
                  )}
                </small>
              </span>
              <b>
                {online}/{total}
              </b>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
