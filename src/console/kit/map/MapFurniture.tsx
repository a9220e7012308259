/** What stands over the ground of a map: the scale and the buttons for zooming. */
import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#console/kit/IconButton.tsx'
import { metresPerPixel, type MapView } from './mercator.ts'
import { HIGHEST, LOWEST } from './useMapView.ts'
import './map.css'

const WIDEST_PX = 96

/** The largest of 1, 2, 5 × 10ⁿ metres that is no wider than `mostPx`. */
const scaleOf = (perPixel: number, mostPx: number): { metres: number; px: number } => {
  const power = 10 ** Math.floor(Math.log10(perPixel * mostPx))
  const metres = [5, 2, 1].map(step => step * power).find(one => one <= perPixel * mostPx) ?? power
  return { metres, px: metres / perPixel }
}

type MapFurnitureProps = { view: MapView; onZoom: (step: number) => void; attribution?: string | undefined }
export const MapFurniture = ({ view, onZoom, attribution }: MapFurnitureProps) => {
  const { metres, px } = scaleOf(metresPerPixel(view.centre.lat, view.zoom), WIDEST_PX)
  return (
    <>
      {attribution && <small className="map-attribution">{attribution}</small>}
      <span className="map-scale">
        <i style={{ width: px }} />
        {metres >= 1000 ? `${metres / 1000} km` : `${metres} m`}
      </span>
      <span className="map-zoom">
        <IconButton
          icon={Plus}
          size="small"
          label={['放大', 'Zoom in']}
          disabled={view.zoom >= HIGHEST}
          onPress={() => onZoom(1)}
        />
        <IconButton
          icon={Minus}
          size="small"
          label={['缩小', 'Zoom out']}
          disabled={view.zoom <= LOWEST}
          onPress={() => onZoom(-1)}
        />
      </span>
    </>
  )
}
