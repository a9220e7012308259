/** The charts of a class: passages and events of today by hour, beside yesterday's. */
import { PASSAGES_TODAY, REFUSED, TODAY, YESTERDAY } from '#base/figureTexts.ts'
import { PASSAGES } from '#base/overviewTexts.ts'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { Figure } from '#model/device.ts'
import { COUNTED_WORDS } from './countedWords.ts'
import { hourLabels, type Day } from './hourly.ts'

const Keys = ({ below = false }: { below?: boolean }) => {
  const translate = useTranslate()
  return (
    <span className="sum-keys">
      <span>
        <i />
        {translate(TODAY)}
      </span>
      {below && (
        <span>
          <i data-kind="below" />
          {translate(REFUSED)}
        </span>
      )}
      <span>
        <i data-kind="before" />
        {translate(YESTERDAY)}
      </span>
    </span>
  )
}

export const PassagesChart = ({ passed, refused }: { passed: Day; refused: Day }) => {
  const translate = useTranslate()
  return (
    <section className="sum-cell" data-span="4" aria-label={translate(PASSAGES_TODAY)}>
      <header className="sum-head">
        <h2>{translate(PASSAGES)}</h2>
        <span>{translate(['今日每小时', 'Today, by hour'])}</span>
        <Keys below />
      </header>
      <Bars
        values={passed.today}
        below={refused.today}
        before={passed.yesterday}
        running={passed.running}
        labels={hourLabels(passed.running)}
        height={208}
        label={translate([
          `今日放行 ${passed.sum}，拒绝 ${refused.sum}`,
          `Today ${passed.sum} passed, ${refused.sum} refused`,
        ])}
      />
    </section>
  )
}

/** `main`: what the class counts first, with the keys of its colours. */
export const EventsChart = ({ events, main }: { events: Day; main?: Figure }) => {
  const translate = useTranslate()
  const { all } = COUNTED_WORDS[main ?? 'events']
  const sum = events.sum.toLocaleString('en-US')
  return (
    <section
      className="sum-cell"
      data-span={main ? '4' : undefined}
      aria-label={translate([`今日${all[0]}`, `${all[1]} today`])}
    >
      <header className="sum-head">
        <h2>{translate(all)}</h2>
        <span>{translate(main ? ['今日每小时', 'Today, by hour'] : [`今日 ${sum} 条`, `${sum} today`])}</span>
        {main && <Keys />}
      </header>
      <Bars
        values={events.today}
        before={events.yesterday}
        running={events.running}
        labels={hourLabels(events.running)}
        height={main ? 208 : 160}
        label={translate([`今日${all[0]} ${events.sum}`, `${events.sum} ${all[1].toLowerCase()} today`])}
      />
    </section>
  )
}
