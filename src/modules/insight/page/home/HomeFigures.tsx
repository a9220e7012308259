/** The figures at the top of an application's home page: now, and compared with yesterday at this time of day. */
import { DEVICES_ONLINE } from '#base/boardTexts.ts'
import { COUNT_OF_DEVICES, COUNT_OF_TIMES, PASSAGES_TODAY } from '#base/figureTexts.ts'
import { PEOPLE } from '#base/subjectTexts.ts'
import { dayOf } from '#base/time.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { Sparkline } from '#console/kit/figure/Sparkline.tsx'
import { Stat, StatStrip } from '#console/kit/figure/Stat.tsx'
import { byHour, change, sum } from '../overview.ts'
import type { Home } from '../../home.ts'
import { difference, total } from './counting.ts'

const shown = (count: number): string => count.toLocaleString('en-US')

export const HomeFigures = ({ home, appId }: { home: Home; appId: string }) => {
  const translate = useTranslate()
  const { devices, passages, people, alarms, sync, callbacks } = home
  const start = Date.parse(home.today)
  const hours =
    passages && byHour(passages.hours, start, 1).slice(0, new Date(Date.parse(home.asOf) - start).getUTCHours() + 1)
  const passed = hours ? sum(hours) : 0
  const refused = passages ? sum(byHour(passages.hours, start, 0)) : 0
  const day = dayOf(home.asOf)
  const [all, online, onlineBefore] = [
    total(devices ?? [], row => row.total),
    total(devices ?? [], row => row.online),
    total(devices ?? [], row => row.onlineBefore),
  ]
  const alarming = total(alarms?.open ?? [], row => row.devices)
  const [rights, confirmed, failed] = [
    total(sync ?? [], row => row.total),
    total(sync ?? [], row => row.confirmed),
    total(sync ?? [], row => row.failed),
  ]
  /** A figure over several classes has no single list with that total. */
  const only = <T extends { deviceClass: string }>(rows: readonly T[], kind: string, query = '') =>
    rows.length === 1 ? { onPress: () => navigate(`/${rows[0]!.deviceClass}/${kind}/${appId}${query}`) } : {}
  const then = translate(['较昨日此时', 'vs yesterday'])
  return (
    <StatStrip bare>
      {passages && (
        <Stat
          label={PASSAGES_TODAY}
          value={shown(passed)}
          unit={refused ? [`次 · 拒绝 ${shown(refused)}`, `${shown(refused)} refused`] : COUNT_OF_TIMES}
          visual={<Sparkline values={hours!} label={translate(['今日各小时', 'By hour'])} />}
          note={then}
          delta={change(passed, passages.before) ?? '—'}
          onPress={() => navigate(`/apply/recordQuery/${appId}?time=${day},${day}&result=1`)}
        />
      )}
      {devices && (
        <Stat
          label={DEVICES_ONLINE}
          value={shown(online)}
          unit={[`/ ${shown(all)} 台`, `/ ${shown(all)}`]}
          visual={
            <Progress
              hideLabel
              label={DEVICES_ONLINE}
              value={all ? online / all : 0}
              tone={online < all ? 'warn' : 'ok'}
            />
          }
          note={then}
          delta={all ? difference(online, onlineBefore) : '—'}
          {...(online < onlineBefore ? { deltaTone: 'bad' as const } : {})}
          {...only(devices, 'equi')}
        />
      )}
      {people && (
        <Stat
          label={PEOPLE}
          value={shown(people.total)}
          unit={['人', '']}
          visual={
            <Progress
              hideLabel
              label={['人员额度', 'Limit of people']}
              value={home.application ? people.counted / home.application.personQuota : 0}
            />
          }
          note={then}
          delta={difference(people.total, people.before)}
          onPress={() => navigate(`/apply/customPerson/default/${appId}`)}
        />
      )}
      {alarms && (
        <Stat
          label={['告警设备', 'In alarm']}
          window={[`今日 ${shown(alarms.today)} 条`, `${shown(alarms.today)} today`]}
          value={shown(alarming)}
          unit={COUNT_OF_DEVICES}
          alarm={alarming > 0}
          visual={
            <Progress
              hideLabel
              label={['告警设备', 'In alarm']}
              value={all ? alarming / all : 0}
              tone={alarming ? 'bad' : 'ok'}
            />
          }
          note={then}
          delta={difference(alarms.today, alarms.before)}
          {...only(alarms.open, 'equi', '?status=alarm')}
        />
      )}
      {sync && (
        <Stat
          label={['权限已生效', 'Rights on devices']}
          value={rights ? Math.floor((confirmed / rights) * 1000) / 10 : '—'}
          unit={rights ? '%' : ''}
          visual={
            <Progress
              hideLabel
              label={['权限已生效', 'Rights on devices']}
              value={rights ? confirmed / rights : 0}
              tone={failed ? 'warn' : 'ok'}
            />
          }
          note={translate([`${shown(confirmed)} / ${shown(rights)} 项`, `${shown(confirmed)} of ${shown(rights)}`])}
          delta={translate([`失败 ${failed}`, `${failed} failed`])}
          {...(failed ? { deltaTone: 'bad' as const } : {})}
          {...only(sync, 'authorize')}
        />
      )}
      {callbacks && (
        <Stat
          label={['回调送达', 'Callbacks']}
          window={['近 24 小时', '24 hours']}
          value={callbacks.percent ?? '—'}
          unit={callbacks.percent === null ? '' : '%'}
          visual={
            <Progress
              hideLabel
              label={['回调送达', 'Callbacks']}
              value={(callbacks.percent ?? 0) / 100}
              tone={callbacks.percent !== null && callbacks.percent < 99 ? 'warn' : 'ok'}
            />
          }
          note={
            callbacks.ended ? `${shown(callbacks.ok)} / ${shown(callbacks.ended)}` : translate(['没有回调', 'None'])
          }
          delta={translate([`重试中 ${callbacks.retrying}`, `${callbacks.retrying} retrying`])}
        />
      )}
    </StatStrip>
  )
}
