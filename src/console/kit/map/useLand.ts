/** The land of the world, loaded once, with as much detail as the zoom of a map needs. */
import { useEffect, useState } from 'react'
import coarseUrl from 'world-atlas/land-110m.json?url'
import fineUrl from 'world-atlas/land-50m.json?url'
import { landOf, type Land, type Topology } from './landOf.ts'

/** The zoom (of 256 px tiles) from which the outlines with 50 m instead of 110 m to the map's millimetre are loaded. */
const FINE_ZOOM = 5
const loaded = new Map<string, Promise<Land>>()
async function load(url: string): Promise<Land> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return landOf((await answer.json()) as Topology)
}

/** The land with enough detail for the zoom; undefined until it is loaded, and the coarser one while the finer is. */
export function useLand(zoom: number, wanted: boolean): Land | undefined {
  const [land, setLand] = useState<Land>()
  const url = zoom < FINE_ZOOM ? coarseUrl : fineUrl
  useEffect(() => {
    if (!wanted) return
    let gone = false
    if (!loaded.has(url)) loaded.set(url, load(url))
    loaded.get(url)!.then(
      found => gone || setLand(found),
      // A map without coasts still has its graticule; the next map tries again.
      () => loaded.delete(url),
    )
    return () => {
      gone = true
    }
  }, [url, wanted])
  return land
}
