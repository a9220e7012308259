/** Figures and small charts. */
import { COUNT_OF_TIMES, COUNT_OF_RECORDS } from '#base/figureTexts.ts'
import { useState } from 'react'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { HeartbeatBars } from '#console/kit/figure/HeartbeatBars.tsx'
import { PartsProgress, Progress } from '#console/kit/figure/Progress.tsx'
import { Sparkline } from '#console/kit/figure/Sparkline.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Stat, StatStrip } from '#console/kit/figure/Stat.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

const wave = (count: number, base: number, swing: number): readonly number[] =>
  Array.from({ length: count }, (_, at) =>
    Math.round(base + Math.sin(at * 1.3) * swing + ((at * 37) % 11) * swing * 0.06),
  )
const day = [40, 20, 10, 10, 30, 240, 1300, 4800, 7200, 5000, 3300, 3200, 4850, 3500, 1400]
const yesterday = [
  50, 30, 20, 20, 40, 260, 1200, 4500, 6700, 4800, 3200, 3100, 4400, 3450, 2800, 2700, 2900, 3600, 4600, 5800, 5100,
  3200, 1800, 900,
]
const beats = Array.from({ length: 96 }, (_, at) =>
  at === 52 || at === 53 ? null : at % 23 === 0 ? 180 : 20 + ((at * 31) % 60),
)

export const FigureSection = () => {
  const [filter, setFilter] = useState('')
  return (
    <>
      <StatStrip>
        <Stat
          label={['设备在线', 'Online']}
          window={['近 31 分钟', 'Last 31 min']}
          value="2,184"
          unit={['/ 2,231 台', 'of 2,231']}
          visual={<Sparkline values={wave(31, 2180, 20)} label="在线" />}
          note="离线 47"
          delta="较昨日 −6"
        />
        <Stat
          label={['今日通行', 'Passages']}
          window={['按小时', 'By hour']}
          value="35,106"
          unit={COUNT_OF_TIMES}
          visual={<Sparkline values={day} label="通行" />}
          note="较昨日同期"
          delta="+7.4%"
          deltaTone="ok"
        />
        <Stat
          label={['拒绝', 'Refused']}
          window={['今日', 'Today']}
          value="386"
          unit={COUNT_OF_TIMES}
          visual={<Sparkline values={wave(20, 20, 6)} label="拒绝" />}
          note="未授权 142"
          delta="活体 135"
          onPress={() => toast.info('拒绝')}
        />
        <Stat
          label={['未处理告警', 'Open alarms']}
          value="7"
          unit={COUNT_OF_RECORDS}
          alarm
          visual={<Progress label={['告警', 'Alarms']} hideLabel value={0.4} tone="bad" />}
          note="北门道闸断电 14 分"
        />
        <Stat
          label={['指令 P99', 'Command P99']}
          window={['近 31 分钟', 'Last 31 min']}
          value="412"
          unit={['毫秒', 'ms']}
          visual={<Sparkline values={wave(31, 400, 40)} label="P99" />}
          note="中位 96"
          delta="目标 ≤ 800"
        />
      </StatStrip>
      <Grid columns={3} gap={20}>
        <Card title={['消息', 'Messages']} note={['近 31 分钟', 'Last 31 minutes']}>
          <Bars
            values={wave(31, 1180, 90)}
            below={wave(31, 300, 40)}
            running={30}
            label="消息"
            labels={Array.from({ length: 31 }, (_, at) => (at % 10 === 0 ? `13:${56 - 30 + at}` : ''))}
          />
        </Card>
        <Card title={['分时通行', 'Passages by hour']} note={['今日与昨日', 'Today and yesterday']}>
          <Bars
            values={day}
            before={yesterday}
            running={14}
            label="分时通行"
            labels={yesterday.map((_, at) => (at % 6 === 0 || at === 14 ? String(at).padStart(2, '0') : ''))}
          />
        </Card>
        <Card title={['心跳', 'Heartbeat']} note={['近 24 小时 · 2,879 / 2,880', 'Last 24 hours']}>
          <Stack gap={16}>
            <HeartbeatBars beats={beats} label="心跳" width="full" height={40} />
            <Progress
              label={['导入', 'Import']}
              value={0.62}
              note={['12,846 / 20,700 · 约 2 分钟', '12,846 of 20,700 · 2 min']}
            />
            <Progress label={['正在连接', 'Connecting']} value={undefined} />
            <PartsProgress
              label={['授权', 'Grants']}
              total={48312}
              parts={[
                { tone: 'ok', count: 47926, label: ['已确认', 'confirmed'] },
                { tone: 'busy', count: 333, label: ['下发中', 'sending'], onPress: () => setFilter('busy') },
                { tone: 'wait', count: 41, label: ['待上线', 'waiting'], onPress: () => setFilter('wait') },
                { tone: 'bad', count: 12, label: ['失败', 'failed'], onPress: () => setFilter('bad') },
              ]}
            />
            {filter && <span className="small third">{filter}</span>}
          </Stack>
        </Card>
      </Grid>
    </>
  )
}
