/** The progress of delivery: the confirmed share, its parts, and what the rest waits for. */
import { useTranslate } from '#console/kit/language.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { PartsProgress } from '#console/kit/figure/Progress.tsx'
import type { Summary } from './matrix.ts'
import './authorize.css'

export const Convergence = ({ summary }: { summary: Summary }) => {
  const translate = useTranslate()
  const open = summary.total - summary.confirmed
  // Rounded down: with one unconfirmed right it is not 100 %.
  const percent = summary.total ? Math.floor((summary.confirmed / summary.total) * 1000) / 10 : null
  const minutes = summary.perMinute > 0 && summary.sending > 0 ? Math.ceil(summary.sending / summary.perMinute) : null
  return (
    <Card>
      <div className="am-convergence">
        <b>{percent === null ? '—' : `${percent}%`}</b>
        <PartsProgress
          label={['下发进度', 'Delivery']}
          total={summary.total}
          parts={[
            { count: summary.confirmed, tone: 'ok', label: ['已确认', 'confirmed'] },
            { count: summary.sending, tone: 'busy', label: ['下发中', 'on their way'] },
            { count: summary.waiting, tone: 'wait', label: ['待上线', 'wait for devices'] },
            { count: summary.failed, tone: 'bad', label: ['失败', 'failed'] },
            ...(summary.missing
              ? [{ count: summary.missing, tone: 'warn', label: ['缺照片或卡号', 'without portrait or card'] } as const]
              : []),
            ...(summary.clockOff
              ? [{ count: summary.clockOff, tone: 'warn', label: ['设备时钟偏差', 'device clock off'] } as const]
              : []),
          ]}
        />
        <p>
          {translate(
            summary.total === 0
              ? ['还没有授权', 'No rights yet']
              : open === 0
                ? ['全部已到设备', 'All on the devices']
                : minutes
                  ? [`约 ${minutes} 分钟后收敛`, `about ${minutes} min to go`]
                  : summary.failed
                    ? ['失败项等待修改', 'failures wait for a change']
                    : summary.waiting
                      ? ['等待设备上线', 'waiting for devices']
                      : summary.sending
                        ? ['正在下发', 'on their way']
                        : summary.missing
                          ? ['补照片或卡号后自动下发', 'sent as soon as portraits or cards are there']
                          : ['请给设备校时', 'set the clocks of the devices'],
          )}
          <br />
          {translate([`${summary.perMinute} 项/分 · 撤权先完成`, `${summary.perMinute} a minute · revocations first`])}
        </p>
      </div>
    </Card>
  )
}
