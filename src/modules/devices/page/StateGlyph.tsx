/** The state of a part as a shape of 20 px: a door and its leaf, a post and its height. Unknown is a dashed outline. */
import type { Glyph } from '#model/look.ts'
import './StateGlyph.css'

export type StateGlyphProps = {
  glyph: Glyph
  tone?: string | undefined
  size?: number
  label?: string | undefined
  height?: number | undefined
  moving?: 'up' | 'down' | undefined
  blocked?: boolean | undefined
}

const frame = <rect x="4" y="2" width="12" height="16" rx="1.5" />

const inside = ({ glyph, height = 0, moving, blocked }: StateGlyphProps) => {
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
    case 'lift': {
      const top = 16 - (Math.max(0, Math.min(100, height)) / 100) * 12
      return (
        <>
          <path className="state-glyph-line" d="M2 17h4.500M13.500 17H18" />
          {height > 4 ? (
            <rect className="state-glyph-fill" x="7" y={top} width="6" height={18 - top} rx="1.5" />
          ) : (
            <path className="state-glyph-line" d="M7.500 18.200h5" />
          )}
          {height < 96 && <rect className="state-glyph-ghost" x="7" y="4" width="6" height="12.500" rx="1.5" />}
          {moving && (
            <path
              className="state-glyph-line"
              d={
                moving === 'up'
                  ? 'M15.200 8.200l1.800-2 1.800 2M17 6.500v5'
                  : 'M15.200 9.500l1.800 2 1.800-2M17 11.200v-5'
              }
            />
          )}
          {blocked && <path className="state-glyph-car" d="M.9 13.600v-1.800l1-2.200h2.600l1 2.200v1.800z" />}
        </>
      )
    }
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
