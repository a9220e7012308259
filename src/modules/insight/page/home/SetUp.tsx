/** The setup of a new application: six steps ticked by existing data, until all of them are done. */
import { Check } from 'lucide-react'
import { can } from '#console/data/me.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate } from '#console/kit/language.tsx'
import type { SetUpStep } from '../../home.ts'
import { setUpSteps } from './setUpSteps.ts'

type SetUpProps = { steps: readonly SetUpStep[]; appId: string; deviceClass: string | undefined }

export const SetUp = ({ steps, appId, deviceClass }: SetUpProps) => {
  const translate = useTranslate()
  const words = setUpSteps(appId, deviceClass)
  const done = steps.filter(step => step.done).length
  const next = steps.find(step => !step.done && can(words[step.key].point))
  return (
    <section className="home-setup" aria-label={translate(['开通步骤', 'Setting up'])}>
      <header className="dc-head">
        <h2>{translate(['开通步骤', 'Setting up'])}</h2>
        <small>
          {translate([
            `已完成 ${done} / ${steps.length}，完成后自动消失`,
            `${done} of ${steps.length}; hidden once all are done`,
          ])}
        </small>
      </header>
      <ol>
        {steps.map(({ key, done: ticked }, at) => {
          const { title, note, href, point } = words[key]
          const inside = (
            <>
              <i className="home-tick" data-done={ticked || undefined}>
                {ticked ? <Icon of={Check} size={14} /> : at + 1}
              </i>
              <span>
                <b>{translate(title)}</b>
                <small>{translate(ticked ? ['已完成', 'Done'] : note)}</small>
              </span>
            </>
          )
          return (
            <li key={key} data-next={key === next?.key || undefined} data-done={ticked || undefined}>
              {!ticked && can(point) ? (
                <a href={href} onClick={followLink}>
                  {inside}
                </a>
              ) : (
                <div>{inside}</div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
