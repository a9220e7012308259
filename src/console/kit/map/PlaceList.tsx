/** The places of a map as a list, which the keyboard reaches, with those that have no position. */
import { useState } from 'react'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import type { LngLat } from './mercator.ts'
import { PlaceGlyph } from './PlaceGlyph.tsx'
import './placeList.css'

export interface Place {
  id: string
  name: string
  /** Null: the place has no position. */
  at: LngLat | null
  total: number
  /** How many of `total` are in order. */
  good: number
  /** What its state means, in words. */
  note: Words
  href: string
}
const AT_ONCE = 100

export const PlaceList = ({ places, empty }: { places: readonly Place[]; empty: Words }) => {
  const translate = useTranslate()
  const [shown, setShown] = useState(AT_ONCE)
  return (
    <div className="place-list" tabIndex={-1}>
      {places.slice(0, shown).map(place => (
        <a key={place.id} className="place-row" href={place.href} onClick={followLink}>
          <PlaceGlyph total={place.total} good={place.good} />
          <span>
            <b>{place.name}</b>
            <small>
              {translate(place.note)}
              {!place.at && ` · ${translate(['未标位置', 'not on the map'])}`}
            </small>
          </span>
          <b>
            {place.good}/{place.total}
          </b>
        </a>
      ))}
      {places.length === 0 && <p className="place-none">{translate(empty)}</p>}
      {shown < places.length && (
        <Button variant="quiet" onPress={() => setShown(shown + AT_ONCE)}>
          {translate(['显示更多', 'Show more'])}
        </Button>
      )}
    </div>
  )
}
