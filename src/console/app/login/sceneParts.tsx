/** The things of the login picture: houses, trees, cars, bollards, nodes, chips. */
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { area, at, facesOf, ring, type Block } from '#console/app/login/isometric.ts'

export type Point = readonly [number, number]

export const Box = ({ ink, ...block }: Block & { /** A device, not the site. */ ink?: boolean }) => {
  const [top, side, front] = facesOf(block)
  return (
    <g className={ink ? 's-ink' : 's-site'}>
      <path className="s-top" d={top} />
      <path className="s-left" d={side} />
      <path className="s-right" d={front} />
    </g>
  )
}

export const Tree = ({ x, y, size = 16 }: { x: number; y: number; size?: number }) => {
  const [cx, cy] = at(x, y)
  return (
    <g className="s-site">
      <ellipse className="s-shade" cx={cx} cy={cy} rx={size * 0.8} ry={size * 0.44} />
      <path className="s-stem" d={`M${cx} ${cy}v-${size * 1.7}`} />
      <circle className="s-top" cx={cx} cy={cy - size * 2.3} r={size} />
    </g>
  )
}

export const Car = ({ x, y, ink }: { x: number; y: number; ink?: boolean }) => {
  const [w, d] = [92, 40]
  const wheel = (along: number) => {
    const [cx, cy] = at(x + along, y + d, 7)
    return (
      <g key={along} transform={`matrix(.866 .5 0 1 ${cx} ${cy})`}>
        <circle className="s-wheel" r="8.500" />
        <circle className="s-hub" r="2.500" />
      </g>
    )
  }
  return (
    <g className={ink ? 's-ink' : 's-site'}>
      <path
        className="s-shade s-bare"
        d={area([x - 4, y + 2], [x + w, y + 2], [x + w + 4, y + d + 8], [x, y + d + 8])}
      />
      <path
        className="s-left"
        d={area(
          [x, y + d, 6],
          [x + w, y + d, 6],
          [x + w, y + d, 18],
          [x + w - 22, y + d, 21],
          [x + 4, y + d, 21],
          [x, y + d, 17],
        )}
      />
      <path className="s-right" d={area([x + w, y + d, 6], [x + w, y, 6], [x + w, y, 18], [x + w, y + d, 18])} />
      <path
        className="s-top"
        d={area([x + w, y, 18], [x + w, y + d, 18], [x + w - 22, y + d, 21], [x + w - 22, y, 21])}
      />
      <path className="s-top" d={area([x + 4, y, 21], [x + 16, y, 21], [x + 16, y + d, 21], [x + 4, y + d, 21])} />
      <path
        className="s-glass"
        d={area([x + w - 22, y + d, 21], [x + w - 22, y, 21], [x + w - 36, y + 4, 36], [x + w - 36, y + d - 4, 36])}
      />
      <path
        className="s-left"
        d={area([x + 6, y + d, 21], [x + w - 22, y + d, 21], [x + w - 36, y + d - 4, 36], [x + 20, y + d - 4, 36])}
      />
      <path
        className="s-glass"
        d={area([x + 14, y + d - 1, 23], [x + 40, y + d - 1, 23], [x + 40, y + d - 4, 33.5], [x + 22, y + d - 4, 33.5])}
      />
      <path
        className="s-glass"
        d={area(
          [x + 44, y + d - 1, 23],
          [x + w - 27, y + d - 1, 23],
          [x + w - 37, y + d - 4, 33.5],
          [x + 44, y + d - 4, 33.5],
        )}
      />
      <path
        className="s-top"
        d={area([x + 20, y + 4, 36], [x + w - 36, y + 4, 36], [x + w - 36, y + d - 4, 36], [x + 20, y + d - 4, 36])}
      />
      {wheel(18)}
      {wheel(w - 19)}
    </g>
  )
}

export const Bollard = ({ x, y, h }: { x: number; y: number; h: number }) => {
  const [cx, cy] = at(x, y)
  const { rx, ry } = ring(6)
  return (
    <g className="s-ink">
      <path className="s-right" d={`M${cx - rx} ${cy}v-${h}h${rx * 2}v${h}a${rx} ${ry} 0 0 1 ${-rx * 2} 0`} />
      <ellipse className="s-top" cx={cx} cy={cy - h} rx={rx} ry={ry} />
      {h > 12 && <path className="s-band" d={`M${cx - rx} ${cy - h + 8}a${rx} ${ry} 0 0 0 ${rx * 2} 0`} />}
    </g>
  )
}

/** A group of houses in the background: another site that is connected to the platform. */
export const DistantSite = ({ x, y, blocks }: { x: number; y: number; blocks: readonly Block[] }) => {
  const [ox, oy] = at(0, 0)
  return (
    <g transform={`translate(${x - ox} ${y - oy})`}>
      <Box x={-6} y={-6} z={-4} w={62} d={52} h={4} />
      {blocks.map((block, nth) => (
        <Box key={nth} {...block} />
      ))}
    </g>
  )
}

export const Node = ({ point: [cx, cy], late = 0 }: { point: Point; late?: number }) => (
  <g>
    <circle className="s-halo" cx={cx} cy={cy} r="9" style={{ animationDelay: `${-late}s` }} />
    <circle className="s-node" cx={cx} cy={cy} r="4" />
  </g>
)

const widthOf = (words: string): number => [...words].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12.2 : 6.2), 0)
/** One line: a dot, what it is, how it is; with a line to the thing. */
export const Chip = ({ x, y, to, name, state }: { x: number; y: number; to: Point; name: Words; state: Words }) => {
  const translate = useTranslate()
  const [first, second] = [translate(name), translate(state)]
  const wide = widthOf(first) + widthOf(second) + 48
  const from = to[0] > x + wide ? x + wide : to[0] < x ? x : to[0]
  return (
    <g>
      <path className="s-lead" d={`M${from} ${from === to[0] ? (to[1] > y ? y + 28 : y) : y + 14}L${to.join(' ')}`} />
      <rect className="s-chip" x={x} y={y} width={wide} height={28} rx={8} />
      <circle className="s-live" cx={x + 14} cy={y + 14} r="3.500" />
      <text x={x + 26} y={y + 18.5}>
        <tspan className="s-name">{first}</tspan>
        <tspan className="s-state" dx="8">
          {second}
        </tspan>
      </text>
    </g>
  )
}

export const Pulse = ({ path, late }: { path: string; late: number }) => (
  <circle className="s-pulse" r="3" style={{ offsetPath: `path("${path}")`, animationDelay: `${-late}s` }} />
)
