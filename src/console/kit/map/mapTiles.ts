/** Tiles under a map, and where positions stand on them. */
import type { Text } from '#base/text.ts'
import { fromGcj02, toGcj02 } from './gcj02.ts'
import type { LngLat } from './mercator.ts'

export interface MapTiles {
  attribution: string
  datum: 'wgs84' | 'gcj02'
  /** `path` is zoom, column and row, as in `4/13/6`. Rejects when there is no such tile. */
  load: (path: string, signal: AbortSignal) => Promise<Blob>
}
/** Where a stored position (WGS-84) is drawn. */
export const drawnAt = (tiles: MapTiles | null | undefined, at: LngLat): LngLat =>
  tiles?.datum === 'gcj02' ? toGcj02(at) : at
/** The position to store for one that was picked. */
export const storedAt = (tiles: MapTiles | null | undefined, at: LngLat): LngLat =>
  tiles?.datum === 'gcj02' ? fromGcj02(at) : at
export const TILES_MISSING: Text = ['部分地图瓦片暂时取不到', 'Some map tiles cannot be fetched at the moment']
