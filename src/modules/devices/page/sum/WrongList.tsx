/** What people marked as false in seven days, by what was reported and where: it shows which thresholds are too low. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { partWords } from '#model/keyWords.ts'
import { percent } from './percent.ts'
import { SumList } from './SumList.tsx'
import type { Week } from './SumWeek.tsx'

const WINDOW: Text = ['近 7 日，标为误报的占比', '7 days, the share marked as false']
export type WrongListProps = { week: Week; deviceClass: DeviceClass; list: string }

export const WrongList = ({ week, deviceClass, list }: WrongListProps) => {
  const translate = useTranslate()
  return (
    <SumList
      title={['误报最多', 'Most false ones']}
      window={WINDOW}
      span={3}
      lines={week.wrong.map(({ deviceId, deviceName, identifier, component, n, wrong }) => {
        const part = partWords(deviceClass, component)
        const label = deviceClass.events[identifier]?.label ?? ([identifier, identifier] as const)
        return {
          id: `${deviceId} ${identifier} ${component}`,
          href: `${list}?row=${deviceId}&tab=events`,
          name: translate(label),
          note: [
            deviceName,
            ...(part ? [translate(part)] : []),
            translate([`误报 ${wrong} / ${n}`, `${wrong} of ${n}`]),
          ].join(' · '),
          value: percent(wrong, n),
          share: wrong / n,
          tone: wrong / n > 0.3 ? 'bad' : 'warn',
        }
      })}
      empty={['近 7 日没有误报', 'None in seven days']}
    />
  )
}
