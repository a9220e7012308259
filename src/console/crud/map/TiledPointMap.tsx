/** A map of points, with the tiles of the installation. */
import { useMapTiles } from '#console/data/useMapTiles.ts'
import PointMap, { type PointMapProps } from '#console/kit/map/PointMap.tsx'

export default function TiledPointMap(props: Omit<PointMapProps, 'tiles'>) {
  return <PointMap {...props} tiles={useMapTiles()} />
}
