/** A status as a shape and a word. Every status has its own shape, because not everyone can tell the colours apart. */
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Pill.css'

/** ok: disc; bad: diamond; warn: triangle; off: ring; unknown: dashed ring; busy: rotating open ring; info: disc in the accent colour. */
export type Tone = 'ok' | 'bad' | 'warn' | 'off' | 'unknown' | 'busy' | 'info'
export type PillProps = {
  tone: Tone
  children: Words
  /** `plain` has no background, for rows of tables, where a normal status needs no emphasis. */
  variant?: 'soft' | 'plain'
}

export const Pill = ({ tone, children, variant = 'soft' }: PillProps) => (
  <span className="pill" data-tone={tone} data-variant={variant}>
    <i className="glyph" data-tone={tone} />
    {useTranslate()(children)}
  </span>
)

export type StatusProps = {
  tone: Tone
  word: Words
  /** The reason or the fact; in a list it is never empty. */ note?: Words
}

/** The status of a row: glyph, word, and its reason below. */
export const Status = ({ tone, word, note }: StatusProps) => {
  const translate = useTranslate()
  return (
    <span className="status" data-tone={tone}>
      <i className="glyph" data-tone={tone} data-halo="" />
      <span className="status-words">
        <b>{translate(word)}</b>
        {note !== undefined && <small>{translate(note)}</small>}
      </span>
    </span>
  )
}
