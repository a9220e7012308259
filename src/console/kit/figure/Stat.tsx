/** Key figures side by side in one card, divided by hairlines, with four lines per figure. */
import type { ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Stat.css'

export type StatProps = {
  label: Words
  /** The period of the figure, such as 近 31 分钟 or 今日. */
  window?: Words
  value: ReactNode
  unit?: Words
  /** The third line, usually a Sparkline or a Progress. */
  visual?: ReactNode
  /** A comparison, at the left of the last line. */
  note?: ReactNode
  /** The change, at the right of the last line. */
  delta?: ReactNode
  deltaTone?: 'ok' | 'bad' | 'warn'
  /** The value is red, because it needs action. */
  alarm?: boolean
  onPress?: () => void
}

export const Stat = ({ label, window, value, unit, visual, note, delta, deltaTone, alarm, onPress }: StatProps) => {
  const translate = useTranslate()
  const lines = (
    <>
      <span className="stat-head">
        <b>{translate(label)}</b>
        {window && <span>{translate(window)}</span>}
      </span>
      <span className="stat-value">
        <b>{value}</b>
        {unit && <span>{translate(unit)}</span>}
      </span>
      {visual && <span className="stat-visual">{visual}</span>}
      {(note || delta) && (
        <span className="stat-foot">
          <span>{note}</span>
          {delta && <span className={deltaTone}>{delta}</span>}
        </span>
      )}
    </>
  )
  return onPress ? (
    <button type="button" className="stat" data-alarm={alarm || undefined} onClick={onPress}>
      {lines}
    </button>
  ) : (
    <div className="stat" data-alarm={alarm || undefined}>
      {lines}
    </div>
  )
}

/** Lays out the figures in equal columns, in a card of their own unless `bare`. */
export const StatStrip = ({ children, bare }: { children: ReactNode; bare?: boolean }) => (
  <div className="stat-strip" data-bare={bare || undefined}>
    <div className="stat-strip-cells">{children}</div>
  </div>
)
