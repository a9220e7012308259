/** A month with entries that last a day or longer; on a phone the list of what the month has. Weeks with much show the rest when asked. */
import { useState, type ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { WEEKDAYS } from '#base/weekdays.ts'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { useNarrow } from '#console/kit/layout/useNarrow.ts'
import { lanesOf, monthAfter, weeksOf, type Placed, type Spanned } from '#console/kit/month/monthWeeks.ts'
import './MonthGrid.css'

export type MonthEntry = Spanned & {
  label: string
  /** The state, in words. */ note?: string
  tone?: 'ok' | 'warn' | 'bad' | 'mute'
  active?: boolean
}
export type MonthGridProps = {
  label: Words
  /** `2026-11` */ month: string
  onMonth: (month: string) => void
  /** `2026-11-25` */ today: string
  entries: readonly MonthEntry[]
  onOpen: (id: string) => void
  /** At the right of the title. */ aside?: ReactNode
}

const MOST_LANES = 4

const Entry = ({
  entry,
  onOpen,
  style,
  ...ends
}: { entry: MonthEntry; onOpen: MonthGridProps['onOpen'] } & {
  style?: { gridColumn: string; gridRow: number }
  before?: boolean
  after?: boolean
}) => {
  const days = entry.from === entry.to ? entry.from : `${entry.from} – ${entry.to}`
  return (
    <button
      type="button"
      className="month-entry"
      data-tone={entry.tone}
      data-active={entry.active || undefined}
      data-before={ends.before || undefined}
      data-after={ends.after || undefined}
      style={style}
      title={[entry.label, entry.note, days].filter(Boolean).join(' · ')}
      aria-label={[entry.label, entry.note, days].filter(Boolean).join(' · ')}
      onClick={() => onOpen(entry.id)}
    >
      <span className="ellipsis">{entry.label}</span>
      {entry.note && <small>{entry.note}</small>}
    </button>
  )
}

export const MonthGrid = ({ label, month, onMonth, today, entries, onOpen, aside }: MonthGridProps) => {
  const translate = useTranslate()
  const narrow = useNarrow()
  const [year, number] = month.split('-').map(Number) as [number, number]
  const inMonth = entries.filter(({ from, to }) => from <= `${month}-31` && to >= `${month}-01`)
  return (
    <section className="month" aria-label={translate(label)}>
      <header className="month-head">
        <IconButton
          icon={ChevronLeft}
          label={['上月', 'Previous month']}
          onPress={() => onMonth(monthAfter(month, -1))}
        />
        <h2 aria-live="polite">{translate([`${year} 年 ${number} 月`, month])}</h2>
        <IconButton icon={ChevronRight} label={['下月', 'Next month']} onPress={() => onMonth(monthAfter(month, 1))} />
        <Button size="small" disabled={today.startsWith(month)} onPress={() => onMonth(today.slice(0, 7))}>
          {translate(['今天', 'Today'])}
        </Button>
        <span className="second small">{translate([`${inMonth.length} 项`, `${inMonth.length}`])}</span>
        {aside}
      </header>
      {narrow ? (
        <ul className="month-list">
          {inMonth
            .toSorted((one, other) => one.from.localeCompare(other.from))
            .map(entry => (
              <li key={entry.id}>
                <span className="mono small">
                  {entry.from.slice(5)} – {entry.to.slice(5)}
                </span>
                <Entry entry={entry} onOpen={onOpen} />
              </li>
            ))}
          {inMonth.length === 0 && <li className="third">{translate(['本月没有', 'Nothing in this month'])}</li>}
        </ul>
      ) : (
        <div className="month-grid">
          <div className="month-days" aria-hidden="true">
            {WEEKDAYS.map(day => (
              <span key={day[1]}>{translate(day)}</span>
            ))}
          </div>
          {weeksOf(month).map(week => (
            <Week key={week[0]} {...{ week, month, today, onOpen }} placed={lanesOf(week, entries)} />
          ))}
        </div>
      )}
    </section>
  )
}

type WeekProps = Pick<MonthGridProps, 'month' | 'today' | 'onOpen'> & {
  week: readonly string[]
  placed: readonly Placed<MonthEntry>[]
}
const Week = ({ week, month, today, onOpen, placed }: WeekProps) => {
  const translate = useTranslate()
  const [whole, setWhole] = useState(false)
  const rest = placed.filter(({ lane }) => lane >= MOST_LANES).length
  return (
    <div className="month-week">
      {week.map((day, at) => (
        <time
          key={day}
          dateTime={day}
          data-other={!day.startsWith(month) || undefined}
          aria-current={day === today ? 'date' : undefined}
          style={{ gridColumn: at + 1, gridRow: 1 }}
        >
          {Number(day.slice(8))}
        </time>
      ))}
      {placed
        .filter(({ lane }) => whole || lane < MOST_LANES)
        .map(({ entry, at, days, lane, before, after }) => (
          <Entry
            key={entry.id}
            {...{ entry, onOpen, before, after }}
            style={{ gridColumn: `${at + 1} / span ${days}`, gridRow: lane + 2 }}
          />
        ))}
      {rest > 0 && (
        <button
          type="button"
          className="month-more"
          style={{ gridRow: 99 }}
          aria-expanded={whole}
          onClick={() => setWhole(now => !now)}
        >
          {translate(whole ? ['收起', 'Show less'] : [`还有 ${rest} 项`, `${rest} more`])}
        </button>
      )}
    </div>
  )
}
