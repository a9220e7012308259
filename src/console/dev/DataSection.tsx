/** Tiles of every kind, a line chart, a carousel, and filters as tags. */
import { useState } from 'react'
import { Card } from '#console/kit/layout/Card.tsx'
import { Carousel, type CarouselItem } from '#console/kit/layout/Carousel.tsx'
import { DataTiles, type DataItem, type DataKind } from '#console/kit/figure/DataTiles.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { lastDates, lastMinutes, shortDate } from '#console/kit/figure/lastSpans.ts'
import { LineChart, type Series } from '#console/kit/figure/LineChart.tsx'
import { SearchTags, type TagChoice } from '#console/kit/table/SearchTags.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'

const nowMs = Date.UTC(2026, 10, 21, 2, 31)
const wave = (count: number, base: number, swing: number, pace: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => Math.round(base + swing * Math.sin(at / pace) + ((at * 7) % 5)))
const minutes: readonly Series[] = [
  { id: 'in', label: ['进', 'In'], values: wave(31, 42, 18, 4) },
  {
    id: 'out',
    label: ['出', 'Out'],
    values: wave(31, 30, 12, 5).map((value, at) => (at > 11 && at < 15 ? null : value)),
  },
]
const days: readonly Series[] = [{ id: 'pass', label: ['通行', 'Passages'], values: wave(31, 4200, 1900, 3) }]

const picture = (from: string, to: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 60"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="160" height="60" fill="url(#g)"/><path d="M20 60V24h28v36M60 60V14h36v46M108 60V30h30v30" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.1"/></svg>`)}`
const pictures: readonly CarouselItem[] = [
  { src: picture('#1470d8', '#3fa1ff'), title: '滨江壹号：一脸通行', href: '#one' },
  { src: picture('#0a7350', '#2fbf89'), title: '云栖小学：接送有据' },
  { src: picture('#55607a', '#2e323f'), title: '前海国际中心：访客自助' },
]

const tiles: readonly (readonly [DataKind, readonly DataItem[]])[] = [
  [
    'display',
    [
      { title: ['设备总数', 'Devices'], count: '1,208', info: ['较昨日 +12', '+12 since yesterday'] },
      { title: ['在线', 'Online'], count: '1,164' },
      { title: ['人员', 'People'], count: '23,410' },
      { title: ['今日通行', 'Passages today'], count: '8,642' },
    ],
  ],
  [
    'card',
    [
      {
        title: ['滨江壹号', 'Binjiang One'],
        info: ['深圳 南山', 'Nanshan, Shenzhen'],
        img: picture('#1470d8', '#3fa1ff'),
      },
      {
        title: ['云栖小学', 'Yunqi School'],
        info: ['杭州 西湖', 'Xihu, Hangzhou'],
        img: picture('#0a7350', '#2fbf89'),
      },
      { title: ['待接入', 'To come'], count: 6, backgroundColor: '#1467c6', borderColor: '#1467c6' },
      { title: ['已停用', 'Stopped'], count: 2 },
    ],
  ],
  [
    'info',
    [
      { title: ['告警', 'Alarms'], count: 3, icon: 'bell', info: ['2 条未确认', '2 not confirmed'] },
      { title: ['工单', 'Tickets'], count: 12, icon: 'wrench' },
      { title: ['访客', 'Visitors'], count: 48, icon: 'user-check' },
      { title: ['车辆', 'Vehicles'], count: 310, icon: 'car' },
    ],
  ],
  [
    'tabs',
    [
      {
        title: ['通行', 'Passages'],
        window: ['今日', 'Today'],
        count: '8,642',
        all: { label: ['近 7 天', 'Last 7 days'], count: '61,207' },
      },
      {
        title: ['识别失败', 'Refused'],
        window: ['今日', 'Today'],
        count: 37,
        all: { label: ['近 7 天', 'Last 7 days'], count: 214 },
      },
      {
        title: ['远程开门', 'Opened from here'],
        window: ['今日', 'Today'],
        count: 9,
        all: { label: ['近 7 天', 'Last 7 days'], count: 70 },
      },
    ],
  ],
  [
    'progress',
    [
      { title: ['人脸下发', 'Faces sent'], count: '96%', share: 0.96 },
      { title: ['固件升级', 'Firmware'], count: '64%', share: 0.64 },
      { title: ['资料完善', 'Profiles'], count: '31%', share: 0.31 },
    ],
  ],
  [
    'box',
    [
      { title: ['门禁', 'Doors'], count: 412, icon: 'door-open' },
      { title: ['人脸终端', 'Terminals'], count: 268, icon: 'scan-face' },
      { title: ['升降柱', 'Bollards'], count: 36, icon: 'cylinder' },
    ],
  ],
  [
    'icons',
    [
      { title: ['人员', 'People'], count: 23_410, icon: 'users', onPress: () => {} },
      { title: ['设备', 'Devices'], count: 1_208, icon: 'cpu', onPress: () => {} },
      { title: ['授权', 'Grants'], count: 88, icon: 'key-round', onPress: () => {} },
      { title: ['记录', 'Records'], count: 8_642, icon: 'history', onPress: () => {} },
      { title: ['联动', 'Linkage'], count: 14, icon: 'link-2', onPress: () => {} },
      { title: ['回调', 'Callbacks'], count: 3, icon: 'webhook', onPress: () => {} },
    ],
  ],
]

export const DataSection = () => {
  const [tags, setTags] = useState<TagChoice>({ state: ['online'] })
  return (
    <>
      <Card title={['数据展示', 'Figures as tiles']}>
        <Stack gap={20}>
          {tiles.map(([kind, items]) => (
            <DataTiles key={kind} kind={kind} label={kind} items={items} />
          ))}
        </Stack>
      </Card>
      <Grid columns={2} gap={16}>
        <Card title={['近 31 分钟', 'The last 31 minutes']}>
          <LineChart
            label={['进出人数', 'In and out']}
            places={lastMinutes(nowMs)}
            series={minutes}
            unit={['人', 'people']}
            area
          />
        </Card>
        <Card title={['近 31 天', 'The last 31 days']}>
          <LineChart label={['通行次数', 'Passages']} places={lastDates(nowMs).map(shortDate)} series={days} area />
        </Card>
        <Card title={['轮播', 'Carousel']}>
          <Carousel label={['案例', 'Cases']} items={pictures} />
        </Card>
        <Card title={['标签筛选', 'Search tags']}>
          <SearchTags
            label={['筛选', 'Filters']}
            value={tags}
            onChange={setTags}
            groups={[
              {
                id: 'state',
                label: ['状态', 'State'],
                multiple: true,
                options: [
                  { id: 'online', label: ['在线', 'Online'], count: 1164 },
                  { id: 'offline', label: ['离线', 'Offline'], count: 41 },
                  { id: 'new', label: ['未激活', 'New'], count: 3 },
                ],
              },
              {
                id: 'scene',
                label: ['场景', 'Scene'],
                options: ['社区', '校园', '工厂', '园区', '写字楼'].map(label => ({ id: label, label })),
              },
            ]}
          />
        </Card>
      </Grid>
    </>
  )
}
