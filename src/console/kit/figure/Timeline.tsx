/** Events in order, one per row: the time at the left, the text in the middle, the duration at the right. */
import type { ReactNode } from 'react'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Timeline.css'

export type TimelineStep = {
  id: string
  time: string
  /** The time since the first event, such as +12 ms. */
  since?: string
  title: Words
  note?: ReactNode
  icon?: IconShape
  tone?: 'mute' | 'info' | 'ok' | 'warn' | 'bad'
  /** The duration with its unit. */
  duration?: string
  /** Details that can be opened below the event. */
  content?: ReactNode
}
export type TimelineProps = { label: Words; steps: readonly TimelineStep[] }

export const Timeline = ({ label, steps }: TimelineProps) => {
  const translate = useTranslate()
  return (
    <ol className="timeline" aria-label={translate(label)}>
      {steps.map(step => (
        <li key={step.id} className="timeline-step" data-tone={step.tone ?? 'mute'}>
          <div className="timeline-time">
            <span>{step.time}</span>
            {step.since && <small>{step.since}</small>}
          </div>
          <span className="timeline-mark">{step.icon ? <Icon of={step.icon} size={14} /> : <i />}</span>
          <div className="timeline-words">
            <p className="timeline-title">{translate(step.title)}</p>
            {step.note && <div className="timeline-note">{step.note}</div>}
            {step.content && <div className="timeline-content">{step.content}</div>}
          </div>
          {step.duration && <span className="timeline-duration">{step.duration}</span>}
        </li>
      ))}
    </ol>
  )
}
