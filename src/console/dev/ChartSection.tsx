/** Figures that say how something is divided or when it happens, and pictures with something on them. */
import { useState } from 'react'
import { Card } from '#console/kit/layout/Card.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { HeatMap } from '#console/kit/figure/HeatMap.tsx'
import { lastDates } from '#console/kit/figure/lastSpans.ts'
import { RangedLineChart } from '#console/kit/figure/RangedLineChart.tsx'
import { Ring } from '#console/kit/figure/Ring.tsx'
import { StackedBars } from '#console/kit/figure/StackedBars.tsx'
import { FloorPlan } from '#console/kit/picture/FloorPlan.tsx'
import { PhotoPair } from '#console/kit/picture/PhotoPair.tsx'
import { MonthGrid, type MonthEntry } from '#console/kit/month/MonthGrid.tsx'
import { Wall } from '#console/kit/table/Wall.tsx'
import { PlaceGlyph } from '#console/kit/map/PlaceGlyph.tsx'

const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const dates = lastDates(Date.UTC(2026, 4, 31))
const drawn = (markup: string): string => `data:image/svg+xml,${encodeURIComponent(markup)}`
const face = (shade: string): string =>
  drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 120"><rect width="90" height="120" fill="${shade}"/><circle cx="45" cy="48" r="20" fill="#f2d3b8"/><path d="M8 120c4-34 70-34 74 0" fill="#4a6a92"/></svg>`,
  )
const plan = drawn(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 220"><rect width="400" height="220" fill="#fff"/><path d="M10 10h380v200H10zM150 10v120h-60M150 170v40M270 10v70M270 120v90M270 120h120" fill="none" stroke="#55607a" stroke-width="4"/></svg>',
)

const ENTRIES: readonly MonthEntry[] = [
  { id: 'a', label: '双十一优惠', from: '2026-10-28', to: '2026-11-12', note: '已结束', tone: 'mute' },
  { id: 'b', label: '冬季安全提示', from: '2026-11-10', to: '2026-12-20', note: '投放中', tone: 'ok' },
  { id: 'c', label: '消防演练', from: '2026-11-18', to: '2026-11-18', note: '待投放' },
  ...['一', '二', '三', '四'].map((name, at): MonthEntry => ({
    ...{ id: name, label: `活动${name}`, from: '2026-11-24', to: `2026-11-2${5 + at}`, active: at === 0 },
  })),
]

export const ChartSection = () => {
  const [month, setMonth] = useState('2026-11')
  const [opened, setOpened] = useState<string>()
  const [points, setPoints] = useState([
    { id: 'a', label: '大堂门', x: 37, y: 66, glyph: <PlaceGlyph total={1} good={1} />, note: '在线' },
    { id: 'b', label: '机房', x: 68, y: 46, glyph: <PlaceGlyph total={1} good={0} />, note: '离线' },
  ])
  return (
    <>
      <Grid columns={3} gap={20}>
        <Card title={['环形', 'Ring']}>
          <Ring
            label={['下发进度', 'Delivery']}
            note={['人 × 设备', 'rights']}
            parts={[
              { id: 'ok', label: ['已下发', 'Delivered'], count: 47926, tone: 'ok', href: '/dev/kit#ok' },
              { id: 'busy', label: ['下发中', 'On their way'], count: 333 },
              { id: 'wait', label: ['待上线', 'Waiting'], count: 41, tone: 'mute' },
              { id: 'bad', label: ['失败', 'Failed'], count: 12, tone: 'bad' },
            ]}
          />
        </Card>
        <Card title={['空的环形', 'An empty ring']}>
          <Ring
            label={['还没有授权', 'No rights']}
            parts={[{ id: 'ok', label: ['已下发', 'Delivered'], count: 0, tone: 'ok' }]}
          />
        </Card>
        <Card title={['堆叠柱', 'Stacked bars']}>
          <StackedBars
            label={['近 7 日通行', 'Passages of seven days']}
            places={DAYS}
            running={6}
            stacks={[
              { id: 'passed', label: ['放行', 'Passed'], values: [820, 932, 901, 934, 1290, 640, 310] },
              { id: 'refused', label: ['拒绝', 'Refused'], values: [62, 40, 71, 20, 95, 33, 12], tone: 'warn' },
            ]}
          />
        </Card>
      </Grid>
      <Grid columns={2} gap={20}>
        <Card title={['热力', 'Heat map']} note={['时段 × 星期', 'Hours × weekdays']}>
          <HeatMap
            label={['各时段通行', 'Passages by hour']}
            rows={DAYS}
            values={DAYS.map((_, day) =>
              Array.from({ length: 24 }, (_, hour) =>
                hour < 6
                  ? 0
                  : Math.round((day < 5 ? 90 : 40) * Math.abs(Math.sin(hour * 0.52)) + ((hour * 7 + day) % 9)),
              ),
            )}
            unit={['次', '']}
          />
        </Card>
        <Card title={['曲线与范围', 'A curve with its range']}>
          <RangedLineChart
            label={['近 31 日通行', 'Passages of 31 days']}
            places={dates}
            series={[
              { id: 'n', label: ['通行', 'Passages'], values: dates.map((_, at) => 300 + ((at * 53) % 17) * 12) },
            ]}
            area
          />
        </Card>
      </Grid>
      <Card title={['日历', 'Calendar']} flush>
        <MonthGrid
          label={['广告', 'Adverts']}
          month={month}
          onMonth={setMonth}
          today="2026-11-25"
          onOpen={() => {}}
          entries={ENTRIES}
        />
      </Card>
      <Card title={['图片墙', 'Wall']} flush>
        <Wall
          label={['抓拍', 'Pictures']}
          onOpen={setOpened}
          onSelect={() => {}}
          items={['周建国', '林晓', '陌生人', '叶晓岚'].map((name, at) => ({
            ...{ id: name, name, src: at === 2 ? undefined : face(at % 2 ? '#cdd7e4' : '#e8edf4') },
            lines: ['南门人行 · 放行', '11-25 08:1' + at],
            active: name === opened,
            ...(at < 2 ? { selected: at === 0 } : {}),
          }))}
        />
      </Card>
      <Grid columns={2} gap={20}>
        <Card title={['照片对比', 'Photo pair']}>
          <PhotoPair
            label={['照片对比', 'Compare pictures']}
            photos={[
              { label: ['现场照', 'At the door'], src: face('#cdd7e4') },
              { label: ['底库照', 'Enrolled'], src: face('#e8edf4') },
            ]}
          />
          <PhotoPair
            label={['照片对比', 'Compare pictures']}
            photos={[
              { label: ['现场照', 'At the door'], src: face('#cdd7e4') },
              { label: ['底库照', 'Enrolled'], src: undefined },
            ]}
          />
        </Card>
        <Card title={['平面图', 'Floor plan']}>
          <FloorPlan
            label={['二层平面图', 'Plan of the second floor']}
            src={plan}
            points={points}
            onMove={(id, x, y) => setPoints(all => all.map(one => (one.id === id ? { ...one, x, y } : one)))}
            onTake={id => setPoints(all => all.filter(one => one.id !== id))}
          />
        </Card>
      </Grid>
    </>
  )
}
