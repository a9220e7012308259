/** A status as a shape and a word: what differs in meaning differs in shape before it differs in colour. */
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Pill.css'

/** ok: disc; bad: diamond; warn: triangle; off: ring; unknown: dashed ring; busy: open ring that turns; info: disc in the accent. */
export type Tone = 'ok' | 'bad' | 'warn' | 'off' | 'unknown' | 'busy' | 'info'
export type PillProps = {
  tone: Tone
  children: Words
  /** `plain` has no ground: in rows of a table, where normal is quiet. */
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
  /** The reason or the fact; never blank in a list. */ note?: Words
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
