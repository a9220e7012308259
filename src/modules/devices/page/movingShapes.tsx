/** What moves, as drawn by `StateGlyph`: a post that rises, a gate along its track, leaves seen from above, an arm. */
import type { ReactNode } from 'react'
import type { Glyph, Going } from '#model/look.ts'

export type Motion = {
  /** How far it is closed, 0 … 100. */
  closed?: number | undefined
  /** The same of each leaf, for shapes with leaves; without it, both as `closed`. */
  leaves?: readonly number[] | undefined
  moving?: Going | undefined
  /** Something is in its way. */
  blocked?: boolean | undefined
}

/** Below and above these it is drawn at its end. */
const [OPEN, CLOSED] = [4, 96]
const share = (closed = 0): number => Math.max(0, Math.min(100, closed)) / 100
const line = (d: string): ReactNode => <path className="state-glyph-line" d={d} />
const ghost = (d: string): ReactNode => <path className="state-glyph-ghost" d={d} />
const round = (value: number): number => Math.round(value * 10) / 10

/** A vehicle, its top left corner at `x`, `y`. */
const car = (x: number, y: number): ReactNode => (
  <path className="state-glyph-car" d={`M${x} ${y + 4}v-1.800l1-2.200h2.600l1 2.200v1.800z`} />
)
/** Somebody or something in the way. */
const somebody = (x: number, y: number): ReactNode => <circle className="state-glyph-car" cx={x} cy={y} r="1.8" />

function lift({ closed = 0, moving, blocked }: Motion): ReactNode {
  const top = 16 - share(closed) * 12
  const arrow = {
    closing: 'M15.200 8.200l1.800-2 1.800 2M17 6.500v5',
    opening: 'M15.200 9.500l1.800 2 1.800-2M17 11.200v-5',
  }
  return (
    <>
      {line('M2 17h4.500M13.500 17H18')}
      {closed > OPEN ? (
        <rect className="state-glyph-fill" x="7" y={top} width="6" height={18 - top} rx="1.5" />
      ) : (
        line('M7.500 18.200h5')
      )}
      {closed < CLOSED && <rect className="state-glyph-ghost" x="7" y="4" width="6" height="12.500" rx="1.5" />}
      {moving && line(arrow[moving])}
      {blocked && car(0.9, 9.6)}
    </>
  )
}

/** Folded to its left end when it is open. */
function slide({ closed = 0, moving, blocked }: Motion): ReactNode {
  const width = round(3.5 + share(closed) * 12)
  const arrow = { closing: 'M7 4.500h6M11 2.500l2 2-2 2', opening: 'M13 4.500H7M9 2.500l-2 2 2 2' }
  return (
    <>
      {line('M1.500 17.500h17M18 8v9')}
      <rect className="state-glyph-fill" x="2" y="8.5" width={width} height="7" rx="1" />
      {[1, 2, 3].map(bar => (
        <path key={bar} className="state-glyph-rail" d={`M${round(2 + (width * bar) / 4)} 9.500v5`} />
      ))}
      {closed < CLOSED && <rect className="state-glyph-ghost" x="2" y="8.5" width="15.5" height="7" rx="1" />}
      {moving && line(arrow[moving])}
      {blocked && somebody(14, 12.5)}
    </>
  )
}

const LEAF = 7
/** The end of a leaf that hangs at `x` and turns away from whoever comes. */
const leafEnd = (x: number, toward: 1 | -1, length: number, closed: number): string => {
  const angle = ((1 - share(closed)) * Math.PI) / 2
  return `M${x} 14L${round(x + toward * length * Math.cos(angle))} ${round(14 - length * Math.sin(angle))}`
}

function swing({ closed = 0, leaves = [closed, closed], moving, blocked }: Motion): ReactNode {
  const [first = closed, second] = leaves
  const single = second === undefined
  const arrow = { closing: 'M10 3v5M8 6l2 2 2-2', opening: 'M10 8V3M8 5l2-2 2 2' }
  const hung = [leafEnd(2.5, 1, single ? 15 : LEAF, first), ...(single ? [] : [leafEnd(17.5, -1, LEAF, second)])]
  return (
    <>
      {leaves.some(leaf => leaf < CLOSED) && ghost('M2.500 14h15')}
      {hung.map((leaf, at) => (
        <path key={at} className="state-glyph-bar" d={leaf} />
      ))}
      <circle className="state-glyph-fill" cx="2.5" cy="14" r="1.7" />
      <circle className="state-glyph-fill" cx="17.5" cy="14" r="1.7" />
      {moving && line(arrow[moving])}
      {blocked && somebody(10, 17.8)}
    </>
  )
}

/** Not quite upright, so that it is seen to be an arm. */
const UPRIGHT = (84 / 180) * Math.PI
function arm({ closed = 0, moving, blocked }: Motion): ReactNode {
  const angle = (1 - share(closed)) * UPRIGHT
  const end = `${round(4 + 13.5 * Math.cos(angle))} ${round(12.5 - 12 * Math.sin(angle))}`
  const arrow = { closing: 'M13.500 4.500l2 2 2-2M15.500 6V1.500', opening: 'M13.500 3.500l2-2 2 2M15.500 2v4.500' }
  return (
    <>
      {closed < CLOSED && ghost('M6 12.500h11.500')}
      <path className="state-glyph-bar" d={`M4 12.500L${end}`} />
      <rect className="state-glyph-fill" x="2" y="11" width="4" height="7" rx="1" />
      {line('M7 18h11.500')}
      {moving && line(arrow[moving])}
      {blocked && car(10, 13.6)}
    </>
  )
}

export const MOVING_SHAPES: Readonly<
  Record<Extract<Glyph, 'lift' | 'slide' | 'swing' | 'arm'>, (motion: Motion) => ReactNode>
> = { lift, slide, swing, arm }
