/** The inputs that few forms need: filled, empty, invalid and disabled. */
import { useState } from 'react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { sendContentPicture } from '#console/data/sendContentPicture.ts'
import { Cascader, type CascadeOption } from '#console/kit/input/Cascader.tsx'
import { CheckboxGroup } from '#console/kit/input/CheckboxGroup.tsx'
import { CodeField } from '#console/kit/input/CodeField.tsx'
import { ColourField } from '#console/kit/input/ColourField.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import type { LngLat } from '#console/kit/map/mercator.ts'
import { Slider } from '#console/kit/input/Slider.tsx'
import { SpanField, type Span } from '#console/kit/input/SpanField.tsx'
import { TimeField } from '#console/kit/input/TimeField.tsx'
import { TreeSelect } from '#console/kit/input/TreeSelect.tsx'

const RichText = lazy(async () => (await import('#console/kit/richText/RichText.tsx')).default)
const IconField = lazy(async () => (await import('#console/kit/input/IconField.tsx')).default)
const MapPoint = lazy(async () => (await import('#console/kit/map/MapPoint.tsx')).default)

export const regions: readonly CascadeOption[] = [
  {
    id: '44',
    label: ['广东省', 'Guangdong'],
    children: [
      {
        id: '4403',
        label: ['深圳市', 'Shenzhen'],
        children: [
          { id: '440304', label: ['福田区', 'Futian'] },
          { id: '440305', label: ['南山区', 'Nanshan'] },
          { id: '440306', label: ['宝安区', "Bao'an"], disabled: true },
        ],
      },
      { id: '4406', label: ['佛山市', 'Foshan'], children: [{ id: '440604', label: ['禅城区', 'Chancheng'] }] },
    ],
  },
  {
    id: '36',
    label: ['江西省', 'Jiangxi'],
    children: [
      { id: '3601', label: ['南昌市', 'Nanchang'], children: [{ id: '360102', label: ['东湖区', 'Donghu'] }] },
    ],
  },
]
const week = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, at) => ({ id: at + 1, label }))
const tree = [
  {
    id: 'a',
    label: '总部',
    children: [
      { id: 'a1', label: '研发部' },
      { id: 'a2', label: '运营部' },
    ],
  },
  { id: 'b', label: '分公司' },
]
const sampleHtml =
  '<h2>开门须知</h2><p>请在<strong>工作日 8:30</strong> 前到岗，访客由<a href="https://example.com">前台</a>登记。</p><ul><li><p>一人一证</p></li><li><p>不得尾随</p></li></ul>'

export const RareFieldSection = () => {
  const [time, setTime] = useState('08:30')
  const [hours, setHours] = useState<Span | null>({ from: '22:00', to: '06:00' })
  const [days, setDays] = useState<Span | null>({ from: '2026-11-01', to: '2026-11-30' })
  const [moments, setMoments] = useState<Span | null>(null)
  const [level, setLevel] = useState<number | undefined>(82)
  const [colour, setColour] = useState('#3fa1ff')
  const [icon, setIcon] = useState<string | undefined>('door-open')
  const [way, setWay] = useState<readonly string[]>(['44', '4403', '440305'])
  const [node, setNode] = useState<string | undefined>('a1')
  const [open, setOpen] = useState<readonly number[]>([1, 2, 3, 4, 5])
  const [code, setCode] = useState('{\n  "threshold": 82,\n  "mask": false\n}')
  const [html, setHtml] = useState(sampleHtml)
  const [point, setPoint] = useState<LngLat | undefined>({ lng: 113.946, lat: 22.529 })
  return (
    <Card title={['更多输入', 'More inputs']}>
      <Grid columns={3} gap={20}>
        <TimeField label={['上班时刻', 'Starts']} value={time} onChange={setTime} />
        <SpanField label={['夜间时段', 'Night']} of="clock" value={hours} onChange={setHours} />
        <SpanField label={['统计日期', 'Days']} of="day" value={days} onChange={setDays} />
        <Slider label={['识别阈值', 'Threshold']} value={level} onChange={setLevel} unit="%" />
        <Slider label={['停用的滑块', 'Disabled slider']} value={40} onChange={() => {}} disabled />
        <ColourField label={['主题色', 'Accent']} value={colour} onChange={setColour} />
        <Cascader label={['所在地区', 'Region']} options={regions} value={way} onChange={setWay} clearable />
        <Cascader
          label={['任一级', 'Any level']}
          options={regions}
          value={[]}
          onChange={() => {}}
          anyLevel
          error={['请选择任一级', 'Choose any level']}
        />
        <TreeSelect label={['所属组织', 'Organisation']} nodes={tree} value={node} onChange={setNode} clearable />
        <IconField label={['图标', 'Icon']} value={icon} onChange={setIcon} clearable />
        <Wide>
          <SpanField label={['有效期', 'Valid']} of="instant" value={moments} onChange={setMoments} required />
        </Wide>
        <Wide>
          <CheckboxGroup label={['开放日', 'Open on']} options={week} value={open} onChange={setOpen} />
        </Wide>
        <Wide>
          <CodeField label={['参数', 'Parameters']} language="json" value={code} onChange={setCode} rows={5} />
        </Wide>
        <Wide>
          <RichText
            label={['正文', 'Text']}
            value={html}
            onChange={setHtml}
            sendPicture={sendContentPicture}
            required
          />
        </Wide>
        <Wide>
          <MapPoint label={['位置', 'Place']} value={point} onChange={setPoint} />
        </Wide>
      </Grid>
    </Card>
  )
}
