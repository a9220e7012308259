/** A wizard: each step must be valid before the next opens, earlier steps can be visited again, the last button reads 完 成. */
import { useEffect, useState, type ReactNode } from 'react'
import { Check } from 'lucide-react'
import { CANCEL } from '#base/texts.ts'
import { Button } from '#console/kit/Button.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Steps.css'

export type Step = {
  id: string
  title: Words
  note?: Words
  content: ReactNode
  /** Whether the next step may open; the step shows its own errors. */
  validate?: () => boolean | Promise<boolean>
}
export type StepsProps = {
  label: Words
  steps: readonly Step[]
  onFinish: () => void | Promise<void>
  onCancel?: () => void
  /** The ids of the invalid steps; if one of them is before the current step, the first is opened. */
  wrong?: readonly string[]
}

export const Steps = ({ label, steps, onFinish, onCancel, wrong = [] }: StepsProps) => {
  const translate = useTranslate()
  const [at, setAt] = useState(0)
  const [reached, setReached] = useState(0)
  const [busy, setBusy] = useState(false)
  const step = steps[at]
  const last = at === steps.length - 1
  const blamed = wrong.join('\n')
  useEffect(() => {
    const first = steps.findIndex(one => wrong.includes(one.id))
    if (first >= 0) setAt(now => Math.min(now, first))
  }, [blamed])
  const next = async (): Promise<void> => {
    setBusy(true)
    try {
      if (!(await (step?.validate?.() ?? true))) return
      if (last) {
        await onFinish()
        return
      }
      setAt(at + 1)
      setReached(Math.max(reached, at + 1))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="steps">
      <ol className="steps-list" aria-label={translate(label)}>
        {steps.map((one, nth) => (
          <li
            key={one.id}
            className="steps-step"
            data-state={nth === at ? 'now' : nth < reached || nth < at ? 'done' : 'coming'}
          >
            <button
              type="button"
              disabled={nth > reached || nth === at || busy}
              aria-current={nth === at ? 'step' : undefined}
              onClick={() => setAt(nth)}
            >
              <span className="steps-mark">
                {nth < at || (nth < reached && nth !== at) ? <Icon of={Check} size={12} /> : nth + 1}
              </span>
              <span className="steps-words">
                <b>{translate(one.title)}</b>
                {one.note && <small>{translate(one.note)}</small>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <form
        className="steps-form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!busy) void next()
        }}
      >
        <div className="steps-body" key={step?.id}>
          {step?.content}
        </div>
        <footer className="steps-foot">
          {onCancel && (
            <Button variant="quiet" onPress={onCancel} disabled={busy}>
              {translate(CANCEL)}
            </Button>
          )}
          {at > 0 && (
            <Button onPress={() => setAt(at - 1)} disabled={busy}>
              {translate(['上一步', 'Back'])}
            </Button>
          )}
          <Button variant="primary" type="submit" busy={busy}>
            {translate(last ? ['完 成', 'Finish'] : ['下一步', 'Next'])}
          </Button>
        </footer>
      </form>
    </div>
  )
}
