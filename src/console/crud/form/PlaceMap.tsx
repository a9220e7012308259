/** The map of a position field, with the tiles of the installation. */
import { useMapTiles } from '#console/data/useMapTiles.ts'
import MapPoint, { type MapPointProps } from '#console/kit/map/MapPoint.tsx'

export default function PlaceMap(props: Omit<MapPointProps, 'tiles'>) {
  return <MapPoint {...props} tiles={useMapTiles()} />
}
