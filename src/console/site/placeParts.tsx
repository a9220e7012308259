/** The parts of the site's drawings, besides those of the login picture. */
import { arc, area, at, onGround, onLeftWall } from '#console/app/login/isometric.ts'
import { Box, Node, Pulse, type Point } from '#console/app/login/sceneParts.tsx'

/** A slab of ground with a road along it. */
export const Ground = ({
  road,
  wide = 560,
  deep = 210,
}: {
  road: readonly [from: number, to: number]
  wide?: number
  deep?: number
}) => (
  <>
    <path className="s-slab-side" d={area([0, deep], [wide, deep], [wide, deep, -12], [0, deep, -12])} />
    <path className="s-slab-side" d={area([wide, deep], [wide, 0], [wide, 0, -12], [wide, deep, -12])} />
    <path className="s-slab" d={area([0, 0], [wide, 0], [wide, deep], [0, deep])} />
    <g transform={onGround()}>
      <rect className="s-road" x="0" y={road[0]} width={wide} height={road[1] - road[0]} />
      <path className="s-kerb" d={`M0 ${road[0]}H${wide}M0 ${road[1]}H${wide}`} />
    </g>
  </>
)

export const Person = ({ x, y }: { x: number; y: number }) => (
  <g className="s-person" transform={`translate(${at(x, y).join(' ')})`}>
    <circle cx="0" cy="-29" r="5.500" />
    <path d="M-7 0v-15a7 7 0 0 1 14 0v15z" />
  </g>
)

/** A terminal on its post, facing left. */
export const Terminal = ({ x, y }: { x: number; y: number }) => (
  <g className="s-ink">
    <Box ink x={x} y={y} w={12} d={8} h={34} />
    <Box ink x={x - 3} y={y} z={34} w={18} d={8} h={26} />
    <g transform={onLeftWall(x - 3, y + 8, 60)}>
      <rect className="s-screen" x="3" y="4" width="12" height="17" rx="1.500" />
    </g>
  </g>
)

export const Windows = ({ at: places, y, h = 24 }: { at: readonly number[]; y: number; h?: number }) => (
  <>
    {places.map(x => (
      <rect key={x} className="s-glass" x={x} y={y} width="20" height={h} />
    ))}
  </>
)

/** The animated dots of devices, with their lines to the platform. */
export const DeviceLinks = ({ points, hub }: { points: readonly Point[]; hub: Point }) => {
  const ways = points.map((point, nth) => arc(point, hub, [52, 70, 60, 44][nth % 4]!))
  return (
    <>
      {ways.map(way => (
        <path key={way} className="s-lane" d={way} />
      ))}
      {ways.map((way, nth) => (
        <Pulse key={way} path={way} late={nth * 1.7} />
      ))}
      {[...points, hub].map((point, nth) => (
        <Node key={point.join()} point={point} late={nth * 0.7} />
      ))}
    </>
  )
}
