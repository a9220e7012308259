/** QR codes with a few words below each, for printing: only they are on the paper, three beside each other. */
import type { Words } from '#console/kit/language.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { QrCode } from '#console/kit/figure/QrCode.tsx'
import './QrLabels.css'

export interface QrLabel {
  id: string
  /** What scanning gives. */
  text: string
  /** What the code is, for those who do not see it. */
  label: Words
  title: string
  mono?: string | undefined
  notes: readonly Words[]
}

export const QrLabels = ({ labels }: { labels: readonly QrLabel[] }) => {
  const translate = useTranslate()
  return (
    <div className="qr-labels" data-many={labels.length > 1 || undefined}>
      {labels.map(({ id, text, label, title, mono, notes }) => (
        <div key={id} className="qr-label">
          <QrCode text={text} label={label} size={labels.length > 1 ? 132 : 220} />
          <b>{title}</b>
          {mono !== undefined && <span className="mono">{mono}</span>}
          {notes.map(note => (
            <small key={String(note)}>{translate(note)}</small>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Prints the labels that are shown. */
export function printLabels(): void {
  const done = (): void => {
    delete document.documentElement.dataset.labels
  }
  document.documentElement.dataset.labels = ''
  addEventListener('afterprint', done, { once: true })
  print()
}
