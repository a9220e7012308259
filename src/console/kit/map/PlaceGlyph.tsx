/** The state of a place, drawn: how many of its things are in order. */
import type { CSSProperties } from 'react'
import { placeState } from './placeState.ts'
import './placeGlyph.css'

export const PlaceGlyph = ({ total, good }: { total: number; good: number }) => (
  <i
    className="place-glyph"
    data-state={placeState({ total, good })}
    style={{ '--off': `${Math.round(((total - good) / Math.max(1, total)) * 100)}%` } as CSSProperties}
  />
)
