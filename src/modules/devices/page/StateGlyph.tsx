/** The state of a part as a shape of 20 px: a door and its leaf, or what moves and how far. Unknown is a dashed outline. */
import type { Glyph } from '#model/look.ts'
import { MOVING_SHAPES, type Motion } from './movingShapes.tsx'
import './StateGlyph.css'

export type StateGlyphProps = {
  glyph: Glyph
  tone?: string | undefined
  size?: number
  label?: string | undefined
} & Motion

const frame = <rect x="4" y="2" width="12" height="16" rx="1.5" />

const inside = (props: StateGlyphProps) => {
  const { glyph } = props
  switch (glyph) {
    case 'closed':
      return (
        <>
          <g className="state-glyph-line">{frame}</g>
          <circle className="state-glyph-fill" cx="13" cy="10" r="1.1" />
        </>
      )
    case 'open':
      return (
        <>
          <g className="state-glyph-line">{frame}</g>
          <path className="state-glyph-fill" d="M4.2 2.6l7 2.6v12.4l-7 .4z" />
        </>
      )
    case 'heldOpen':
      return (
        <>
          <g className="state-glyph-line">{frame}</g>
          <path className="state-glyph-fill" d="M4 2.5l7 2.5v12.5L4 18z" />
          <path className="state-glyph-line" d="M2 19.2h16" />
        </>
      )
    case 'heldClosed':
      return (
        <>
          <rect className="state-glyph-fill" x="4" y="2" width="12" height="16" rx="1.5" />
          <circle className="state-glyph-hole" cx="10" cy="8.6" r="1.7" />
          <path className="state-glyph-cut" d="M10 9.6v3.6" />
        </>
      )
    case 'alarm':
      return (
        <>
          <rect className="state-glyph-fill" x="4" y="2" width="12" height="16" rx="1.5" />
          <path className="state-glyph-cut" d="M10 6v5.200M10 14.200v.1" />
        </>
      )
    case 'lift':
    case 'slide':
    case 'swing':
    case 'arm':
      return MOVING_SHAPES[glyph](props)
    case 'screen':
      return (
        <>
          <rect className="state-glyph-line" x="2" y="5" width="16" height="10" rx="1.5" />
          <path className="state-glyph-line" d="M5 8.500h10M5 11.500h6" />
        </>
      )
    case 'plain':
      return <circle className="state-glyph-line" cx="10" cy="10" r="6" />
    case 'unknown':
      return <g className="state-glyph-dashed">{frame}</g>
  }
}

const TONES: Record<Glyph, string> = {
  closed: 'quiet',
  open: 'info',
  heldOpen: 'warn',
  heldClosed: 'quiet',
  alarm: 'bad',
  unknown: 'off',
  lift: 'quiet',
  slide: 'quiet',
  swing: 'quiet',
  arm: 'quiet',
  screen: 'quiet',
  plain: 'quiet',
}

/** The shapes that it can draw. */
export const DRAWN_GLYPHS = Object.keys(TONES) as readonly Glyph[]

export const StateGlyph = (props: StateGlyphProps) => (
  <svg
    className="state-glyph"
    data-shape={props.glyph}
    data-tone={props.tone ?? TONES[props.glyph]}
    width={props.size ?? 20}
    height={props.size ?? 20}
    viewBox="0 0 20 20"
    {...(props.label ? { role: 'img', 'aria-label': props.label, 'data-tip': props.label } : { 'aria-hidden': true })}
  >
    {inside(props)}
  </svg>
)
