/** Reads the land of the world (Natural Earth, public domain) from its topology: coasts only, no borders between states. */
type Delta = readonly [x: number, y: number]
/** TopoJSON: arcs of integer differences, which `transform` turns into degrees. */
export interface Topology {
  transform: { scale: Delta; translate: Delta }
  arcs: readonly (readonly Delta[])[]
  objects: { land: { geometries: readonly { arcs: readonly (readonly (readonly number[])[])[] }[] } }
}
/** Polygons; each is an outline followed by its holes, as longitude and latitude. */
export type Land = readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[]

/** The polygons of a topology whose geometries are all of the type MultiPolygon. */
export function landOf({ transform, arcs, objects }: Topology): Land {
  const lines = arcs.map(arc => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]] as const
    })
  })
  // A negative number is the complement of the arc's, which then runs backwards; arcs share their end points.
  const ring = (numbers: readonly number[]): (readonly [number, number])[] =>
    numbers.flatMap((at, nth) => {
      const line = at < 0 ? lines[~at]!.toReversed() : lines[at]!
      return nth === 0 ? line : line.slice(1)
    })
  return objects.land.geometries.flatMap(({ arcs: polygons }) => polygons.map(rings => rings.map(ring)))
}
