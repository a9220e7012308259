/** The steps of a story: time, what happened, duration, and a bar on a common axis. */
import { BadgeCheck, Check, Link2, Minus, Radio, Send, ShieldCheck, UserCheck, Webhook, X } from 'lucide-react'
import { showClock } from '#base/time.ts'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { spanOf, type StoryStep } from '../storyStep.ts'
import { axisOf, took, type Call, type Rule } from './story.ts'
import './StorySteps.css'

const ICONS: Record<StoryStep['kind'], IconShape> = {
  frame: Radio,
  identity: UserCheck,
  decision: ShieldCheck,
  command: Send,
  reply: BadgeCheck,
  linkage: Link2,
  callback: Webhook,
  handled: Check,
}
/** A tick would contradict a step that went wrong. */
const iconOf = ({ kind, tone }: StoryStep): IconShape => (kind === 'reply' && tone === 'bad' ? X : ICONS[kind])
const clock = (at: string): string => `${showClock(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`

const Rules = ({ rules }: { rules: readonly Rule[] }) => {
  const translate = useTranslate()
  return (
    <table className="why-rules">
      <tbody>
        {rules.map(rule => (
          <tr key={rule.rule} data-verdict={rule.verdict}>
            <td>
              <Icon of={rule.verdict === 'pass' ? Check : rule.verdict === 'refuse' ? X : Minus} size={14} />
            </td>
            <td>{translate(rule.label)}</td>
            <td>{translate(rule.text)}</td>
            <td>
              {translate(
                rule.verdict === 'pass'
                  ? ['通过', 'passes']
                  : rule.verdict === 'refuse'
                    ? ['拒绝', 'refuses']
                    : ['未执行', 'not run'],
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Calls = ({ calls }: { calls: readonly Call[] }) => {
  const translate = useTranslate()
  return (
    <div className="why-calls">
      {calls.map(call => (
        <div key={call.url + call.name}>
          <Pill tone={call.state === 2 ? 'ok' : call.state === 3 ? 'bad' : call.tries ? 'warn' : 'busy'}>
            {call.tries ? String(call.status ?? '×') : translate(['尚未送达', 'not delivered yet'])}
          </Pill>
          <code>{call.url}</code>
          <span>
            {call.error ?? (call.tries > 0 && translate([`第 ${call.tries} 次`, `try ${call.tries}`]))}
            {call.ms !== null && ` · ${took(call.ms)}`}
          </span>
        </div>
      ))}
    </div>
  )
}

export const StorySteps = ({ steps }: { steps: readonly StoryStep[] }) => {
  const translate = useTranslate()
  const { start, place, ticks, breakAt } = axisOf(steps)
  // Without any duration there is nothing to measure.
  const timed = spanOf(steps) > 0
  const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`
  return (
    <div className="why-track" data-timed={timed || undefined}>
      {timed && (
        <div className="why-scale" aria-hidden="true">
          <span>{translate(['用时', 'Took'])}</span>
          <span className="why-ticks">
            {ticks.map(tick => (
              <i
                key={tick.ms}
                style={{ left: percent(tick.at) }}
                data-before={tick.at === 1 || (breakAt !== null && tick.ms > 0) || undefined}
              >
                {tick.ms === 0 ? '0' : took(tick.ms)}
              </i>
            ))}
          </span>
        </div>
      )}
      <ol className="why-steps">
        {steps.map((step, index) => {
          const since = Date.parse(step.at) - start
          return (
            <li key={`${step.at}${index}`} className="why-step" data-tone={step.tone}>
              <div className="why-time">
                {clock(step.at)}
                <small>{index === 0 ? translate(['起点', 'start']) : `+${took(since)}`}</small>
              </div>
              <span className="why-mark">
                <Icon of={iconOf(step)} size={14} />
              </span>
              <div className="why-words">
                <b>{translate(step.title)}</b>
                {step.note && <p>{translate(step.note)}</p>}
              </div>
              {timed && (
                <>
                  <span className="why-ms">{step.ms !== null && took(step.ms)}</span>
                  <span className="why-axis">
                    {ticks.map(tick => (
                      <b
                        key={tick.ms}
                        style={{ left: percent(tick.at) }}
                        data-break={tick.at === breakAt || undefined}
                      />
                    ))}
                    <i
                      data-moment={step.ms === null || undefined}
                      style={{
                        left: percent(Math.min(0.99, place(since))),
                        width: `max(3px, ${percent(Math.max(0, place(since + (step.ms ?? 0)) - place(since)))})`,
                      }}
                    />
                  </span>
                </>
              )}
              {step.kind === 'decision' && Array.isArray(step.detail) && <Rules rules={step.detail as Rule[]} />}
              {step.kind === 'callback' && Array.isArray(step.detail) && <Calls calls={step.detail as Call[]} />}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
