/** The expiry and the limits of an application; those that are nearly reached are shown in colour and in words. */
import { counted } from '#base/counted.ts'
import { DEVICES } from '#base/subjectTexts.ts'
import type { Text } from '#base/text.ts'
import { Pill } from '#console/kit/Pill.tsx'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { Home } from '../../home.ts'
import { total } from './counting.ts'

/** The share from which a limit is shown as nearly reached. */
const NEARLY = 0.9
const SOON_DAYS = 30
const GB = 1024 ** 3
const bytesText = (bytes: number): string =>
  bytes >= GB ? `${Math.round((bytes / GB) * 10) / 10} GB` : `${Math.round((bytes / 1024 ** 2) * 10) / 10} MB`

interface Limit {
  label: Text
  used: number
  of: number
  words: string
}

export const Limits = ({ home }: { home: Home & { application: NonNullable<Home['application']> } }) => {
  const translate = useTranslate()
  const { expiresOn, daysLeft, deviceQuota, personQuota, files } = home.application
  const shareOf = (used: number, of: number): string =>
    `${used.toLocaleString('en-US')} / ${of.toLocaleString('en-US')}`
  const held = home.devices && total(home.devices, row => row.total)
  const limits: Limit[] = [
    ...(held === null ? [] : [{ label: DEVICES, used: held, of: deviceQuota, words: shareOf(held, deviceQuota) }]),
    ...(home.people
      ? [
          {
            label: ['人员（不含访客和黑名单）', 'People without visitors and blocked ones'] as Text,
            used: home.people.counted,
            of: personQuota,
            words: shareOf(home.people.counted, personQuota),
          },
        ]
      : []),
    {
      label: ['文件空间（机构共用）', 'Files (of the organisation)'],
      used: files.usedBytes,
      of: files.quotaBytes,
      words: `${bytesText(files.usedBytes)} / ${bytesText(files.quotaBytes)}`,
    },
  ]
  return (
    <div className="home-limits">
      <div className="home-term">
        <span>
          <b>{expiresOn ?? translate(['长期有效', 'No end'])}</b>
          <small>{translate(expiresOn ? ['到期日', 'Ends on'] : ['没有到期日', 'It has no last day'])}</small>
        </span>
        {daysLeft !== null && (
          <Pill tone={daysLeft < 0 ? 'bad' : daysLeft <= SOON_DAYS ? 'warn' : 'ok'}>
            {daysLeft < 0
              ? [`已到期 ${-daysLeft} 天`, `Ended ${counted(-daysLeft, 'day')} ago`]
              : daysLeft === 0
                ? ['今天到期', 'Ends today']
                : [`还有 ${daysLeft} 天`, `${counted(daysLeft, 'day')} left`]}
          </Pill>
        )}
      </div>
      {limits.map(({ label, used, of, words }) => {
        const share = of ? used / of : 1
        return (
          <Progress
            key={label[1]}
            label={label}
            note={share >= NEARLY ? [`${words} · 余量不足`, `${words} · nearly full`] : words}
            value={share}
            tone={share >= 1 ? 'bad' : share >= NEARLY ? 'warn' : 'info'}
          />
        )
      })}
    </div>
  )
}
