/** The progress of a long job as a bar. */
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Progress.css'

export type ProgressPart = {
  count: number
  tone: 'ok' | 'busy' | 'wait' | 'bad' | 'warn'
  label: Words
  onPress?: () => void
}
export type ProgressProps = {
  label: Words
  /** 0 to 1; `undefined` while it is not known. */
  value?: number | undefined
  tone?: 'info' | 'ok' | 'bad' | 'warn'
  /** Shown at the right of the label, such as the rate or the time left. */
  note?: Words
  hideLabel?: boolean
}

export const Progress = ({ label, value, tone = 'info', note, hideLabel }: ProgressProps) => {
  const translate = useTranslate()
  const percent = value === undefined ? undefined : Math.round(Math.max(0, Math.min(1, value)) * 1000) / 10
  return (
    <div className="progress">
      {!hideLabel && (
        <div className="progress-head">
          <span>{translate(label)}</span>
          <span>{note ? translate(note) : percent !== undefined && `${percent}%`}</span>
        </div>
      )}
      <div
        className="progress-track"
        role="progressbar"
        aria-label={translate(label)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-tone={tone}
        data-unknown={percent === undefined || undefined}
      >
        <span style={{ width: percent === undefined ? undefined : `${percent}%` }} />
      </div>
    </div>
  )
}

/** A progress bar with one part per kind of outcome. Widths are proportional to counts; pressing a count may filter a list. */
export const PartsProgress = ({
  label,
  parts,
  total,
}: {
  label: Words
  parts: readonly ProgressPart[]
  total: number
}) => {
  const translate = useTranslate()
  const shown = parts.filter(part => part.count > 0)
  const open = total - shown.reduce((sum, part) => sum + part.count, 0)
  return (
    <div className="progress">
      <div
        className="progress-parts"
        role="img"
        aria-label={`${translate(label)}: ${parts.map(part => `${translate(part.label)} ${part.count}`).join(', ')}`}
      >
        {shown.map(part => (
          <span
            key={translate(part.label)}
            className="progress-part"
            data-tone={part.tone}
            style={{ flexGrow: part.count }}
          />
        ))}
        {open > 0 && <span style={{ flexGrow: open }} />}
      </div>
      <div className="progress-counts">
        {parts.map(part => {
          const words = (
            <>
              <i className="progress-key" data-tone={part.tone} />
              <b>{part.count.toLocaleString('en-US')}</b>
              {translate(part.label)}
            </>
          )
          return part.onPress ? (
            <button key={translate(part.label)} type="button" className="progress-count" onClick={part.onPress}>
              {words}
            </button>
          ) : (
            <span key={translate(part.label)} className="progress-count">
              {words}
            </span>
          )
        })}
      </div>
    </div>
  )
}
