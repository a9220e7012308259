/** How an overview calls what a class counts, and where its lists are. */
import { COUNT_OF_RECORDS, COUNT_OF_TIMES, EVENTS, PASSED, REFUSED } from '#base/figureTexts.ts'
import { PASSAGES } from '#base/overviewTexts.ts'
import type { Text } from '#base/text.ts'
import type { Figure, PageKind } from '#model/device.ts'

/** One of the two counts: its label, the label of its hours, and the pages with its list, of which a class has one or none, with the filters that count the same. */
interface Count {
  label: Text
  hours: Text
  pages: readonly PageKind[]
  where: string
}
export interface CountedWords {
  /** What is counted, as a heading. */
  all: Text
  unit: Text
  counts: readonly [Count, Count]
  busy: Text
  /** Both counts of a week in words. */
  week(first: string, second: string): Text
  /** The stacks of a day: apart, or the second among the first. */
  stacks: readonly [Text, Text]
  among: boolean
}
const ALERTS: Text = ['告警与故障', 'Alerts and faults']

export const COUNTED_WORDS: Readonly<Record<Figure, CountedWords>> = {
  passages: {
    ...{ all: PASSAGES, unit: COUNT_OF_TIMES, stacks: [PASSED, REFUSED], among: false },
    counts: [
      { label: PASSAGES, hours: ['今日每小时通行', 'Passages by hour'], pages: ['discern'], where: 'result=1' },
      { label: REFUSED, hours: ['今日每小时拒绝', 'Refusals by hour'], pages: ['discern'], where: 'result=0' },
    ],
    busy: ['近 4 周每小时平均放行', 'passages an hour, mean of 4 weeks'],
    week: (first, second) => [`${first} 次放行，${second} 次拒绝`, `${first} passed, ${second} refused`],
  },
  captures: {
    ...{ all: ['抓拍', 'Captures'], unit: COUNT_OF_RECORDS, stacks: [['抓拍', 'Captures'], ALERTS], among: false },
    counts: [
      {
        label: ['抓拍', 'Captures'],
        hours: ['今日每小时抓拍', 'Captures by hour'],
        pages: ['event', 'capture'],
        where: '',
      },
      {
        ...{ label: ALERTS, hours: ['今日每小时告警', 'Alerts by hour'] },
        ...{ pages: ['event'], where: 'level=1,2,3&list=event' },
      },
    ],
    busy: ['近 4 周每小时平均抓拍', 'captures an hour, mean of 4 weeks'],
    week: (first, second) => [`${first} 条，告警与故障 ${second}`, `${first}, ${second} alerts and faults`],
  },
  events: {
    ...{ all: EVENTS, unit: COUNT_OF_RECORDS, stacks: [['一般', 'Usual'], ALERTS], among: true },
    counts: [
      { label: EVENTS, hours: ['今日每小时事件', 'Events by hour'], pages: ['event'], where: '' },
      { label: ALERTS, hours: ['今日每小时告警', 'Alerts by hour'], pages: ['event'], where: 'level=1,2,3' },
    ],
    busy: ['近 4 周每小时平均事件', 'events an hour, mean of 4 weeks'],
    week: (first, second) => [`${first} 条，告警与故障 ${second}`, `${first}, ${second} alerts and faults`],
  },
}
