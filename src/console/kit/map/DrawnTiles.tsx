/** The tiles of a map without WebGL, as pictures. */
import { useEffect, useState } from 'react'
import type { MapTiles } from './mapTiles.ts'
import { tilePx, type MapView } from './mercator.ts'

const range = (from: number, size: number, count: number): number[] => {
  const first = Math.max(0, Math.floor(from / tilePx))
  const last = Math.min(count - 1, Math.floor((from + size) / tilePx))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth)
}

type TileProps = { path: string; load: MapTiles['load']; onMissing: () => void; left: number; top: number }
const Tile = ({ path, load, onMissing, left, top }: TileProps) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    let made: string | undefined
    load(path, stop.signal).then(
      blob => {
        if (!stop.signal.aborted) setUrl((made = URL.createObjectURL(blob)))
      },
      () => stop.signal.aborted || onMissing(),
    )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
    // Another tile is another element.
  }, [path])
  return url && <img className="map-tile" alt="" draggable={false} src={url} style={{ left, top }} />
}

export type DrawnTilesProps = { view: MapView; tiles: MapTiles; onMissing: () => void }
export const DrawnTiles = ({ view, tiles, onMissing }: DrawnTilesProps) => {
  const { left, top, width, heightPx, zoom } = view
  const count = 2 ** zoom
  return (
    <div className="map-drawing" aria-hidden="true">
      {range(left, width, count).flatMap(x =>
        range(top, heightPx, count).map(y => (
          <Tile
            key={`${zoom}/${x}/${y}`}
            path={`${zoom}/${x}/${y}`}
            load={tiles.load}
            onMissing={onMissing}
            left={x * tilePx - left}
            top={y * tilePx - top}
          />
        )),
      )}
    </div>
  )
}
