/** A notice that the trial ends, shown in its last week, or that it has ended. */
import { counted } from '#base/counted.ts'
import { Button } from '#console/kit/Button.tsx'
import { useMe } from '#console/data/me.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

const FROM_DAYS = 7

export const TrialNotice = () => {
  const translate = useTranslate()
  const trial = useMe()?.trial
  if (!trial || trial.daysLeft > FROM_DAYS) return null
  const { until, daysLeft } = trial
  return (
    <div className="shell-notice">
      <Notice
        tone={daysLeft < 0 ? 'bad' : 'warn'}
        action={
          <Button size="small" onPress={() => window.open('/contactUs', '_blank', 'noopener')}>
            {translate(['联系我们', 'Contact us'])}
          </Button>
        }
      >
        {translate(
          daysLeft < 0
            ? [
                `试用已于 ${until} 结束，应用已停用；数据仍保留，转为正式版后可继续使用。`,
                `The trial ended on ${until}. Its applications are disabled and the data is kept; upgrade to continue.`,
              ]
            : [
                daysLeft === 0
                  ? '试用今天结束，之后应用将停用。'
                  : `试用还剩 ${daysLeft} 天，${until} 之后应用将停用。`,
                `The trial ends on ${until}${daysLeft === 0 ? ', today' : `, in ${counted(daysLeft, 'day')}`}; applications are disabled after that.`,
              ],
        )}
      </Notice>
    </div>
  )
}
