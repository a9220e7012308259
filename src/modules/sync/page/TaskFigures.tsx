/** The queue of sync tasks in figures: open tasks by state, the success of the last hour, and the device with the longest queue. */
import { useQuery } from '@tanstack/react-query'
import { spanText } from '#base/ago.ts'
import { COUNT_OF_RECORDS } from '#base/figureTexts.ts'
import { OFFLINE } from '#base/listTexts.ts'
import { get } from '#console/data/request.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Stat, StatStrip } from '#console/kit/figure/Stat.tsx'
import { syncTask, syncTaskLens } from '../syncTask.noun.ts'

interface Figures {
  sending: number
  waiting: number
  failed: number
  cancelled: number
  hour: { ok: number; total: number }
  slowest: readonly { deviceId: string; deviceName: string; open: number; since: string; online: boolean }[]
}

const EVERY_MS = 5000
/** Keeps the height of the line while nothing is known. */
const BLANK = '\u00a0'
const open = (query: string) => (): void => navigate(`${syncTaskLens.path}?${query}`)
const count = (n: number | undefined): string => n?.toLocaleString('en-US') ?? '–'

export const TaskFigures = () => {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: [syncTask.api, 'stat'],
    queryFn: ({ signal }) => get<Figures>(`${syncTask.api}/stat`, undefined, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  const [first] = data?.slowest ?? []
  const { ok, total } = data?.hour ?? { ok: 0, total: 0 }
  return (
    <StatStrip>
      <Stat
        label={['下发中', 'Under way']}
        value={count(data?.sending)}
        unit={COUNT_OF_RECORDS}
        onPress={open('state=sending')}
        note={translate(['已发送，等待设备答复', 'Awaiting answers'])}
      />
      <Stat
        label={['等待下发', 'Waiting']}
        value={count(data?.waiting)}
        unit={COUNT_OF_RECORDS}
        onPress={open('state=waiting')}
        note={translate(['设备上线或空闲后下发', 'Until devices are free'])}
      />
      <Stat
        label={['失败', 'Failed']}
        value={count(data?.failed)}
        unit={COUNT_OF_RECORDS}
        alarm={Boolean(data?.failed)}
        onPress={open('state=failed')}
        note={data ? translate([`另有 ${data.cancelled} 条已取消`, `${data.cancelled} more cancelled`]) : BLANK}
      />
      <Stat
        label={['成功率', 'Success']}
        window={['近 1 时', '1 h']}
        // Rounded down: with one failure it is not 100 %.
        value={total ? Math.floor((ok / total) * 1000) / 10 : '–'}
        unit={total ? '%' : ''}
        note={
          !data
            ? BLANK
            : translate(total ? [`${ok} / ${total} 项成功`, `${ok} of ${total}`] : ['没有下发', 'Nothing was sent'])
        }
      />
      <Stat
        label={['最长队列', 'Longest queue']}
        value={count(data && (first?.open ?? 0))}
        unit={COUNT_OF_RECORDS}
        {...(first ? { onPress: open(`deviceId=${first.deviceId}`) } : {})}
        note={
          !data
            ? BLANK
            : first
              ? `${first.deviceName} · ${translate(first.online ? spanText(Date.now() - Date.parse(first.since)) : OFFLINE)}`
              : translate(['没有排队的设备', 'No device is waiting'])
        }
      />
    </StatStrip>
  )
}
