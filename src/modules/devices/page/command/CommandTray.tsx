/** Asks for what a command needs, inside its own card: the reason, the end, and its parameters; the button names the result. */
import { useState } from 'react'
import { CANCEL } from '#base/texts.ts'
import type { Field } from '#model/field.ts'
import type { Input, Params } from '#model/row.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { untilText } from '#base/ago.ts'
import { Chips } from '#console/kit/input/Chips.tsx'
import { forcedLabel, initialOf, type Act } from './classCommands.ts'
import { Confirmations, useConfirmations } from './Confirmations.tsx'
import { ReasonInput, useReason } from './ReasonInput.tsx'
import { endsFrom } from './reasons.ts'
import { useNow } from '../useNow.ts'
import './Tray.css'

/** The kinds of parameters it can ask for, besides the reason and the end. */
export const ASKED_KINDS: readonly Field['kind'][] = ['text', 'integer', 'flag', 'choice', 'instant']

export interface Order {
  act: Act
  params: Readonly<Params>
  reason: string | null
  /** Overrides the reasons against it. */
  forced: boolean
}
export type CommandTrayProps = {
  act: Act
  busy: boolean
  problem: Words | undefined
  onSend: (order: Order) => void
  onClose: () => void
}

export const CommandTray = ({ act, busy, problem, onSend, onClose }: CommandTrayProps) => {
  const translate = useTranslate()
  const now = useNow(15_000)
  const reason = useReason()
  const confirmed = useConfirmations(act.command.confirm ? [act.command.confirm] : [])
  const [endId, setEndId] = useState<string | undefined>(act.end && !act.end.must ? 'none' : undefined)
  const [values, setValues] = useState<Readonly<Input>>(() => initialOf(act.asks))
  const asksReason = act.command.risk !== 'none'
  const ends = act.end ? endsFrom(now, act.end.must) : []
  const end = ends.find(one => one.id === endId)
  const forced = act.never !== null
  const label = forced ? forcedLabel(act.label) : act.label
  const ready =
    confirmed.all &&
    (!asksReason || reason.text !== '') &&
    (!act.end || end !== undefined) &&
    Object.entries(act.asks).every(
      ([name, field]) => !field.required || (values[name] !== undefined && values[name] !== ''),
    )
  const until = end?.at ? untilText(end.at, now) : ''
  const result: Words = end?.at ? [`${label[0]}至 ${until}`, `${label[1]} until ${until}`] : label
  const send = (): void => {
    if (!ready || busy) return
    onSend({
      act,
      params: {
        ...act.params,
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)),
        ...(act.end && end?.at ? { [act.end.name]: new Date(end.at).toISOString() } : {}),
      },
      reason: asksReason ? reason.text : null,
      forced,
    })
  }
  return (
    <form
      className="tray"
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        send()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }
      }}
    >
      {asksReason && <ReasonInput reason={reason} focus />}
      {Object.entries(act.asks).map(([name, field]) => (
        <FieldInput
          key={name}
          field={field}
          name={name}
          values={values as Input}
          onChange={(key, value) => setValues(before => ({ ...before, [key]: value }))}
        />
      ))}
      {act.never && <p className="tray-problem">{translate(act.never)}</p>}
      <Confirmations confirmed={confirmed} />
      <div className="tray-foot">
        {act.end ? (
          <Chips label={['到期', 'Until']} items={ends} value={endId} onChange={setEndId} />
        ) : (
          <span className="tray-hint">
            {asksReason ? translate(['原因会写入操作记录', 'The reason is stored in the record']) : ''}
          </span>
        )}
        <span className="tray-acts">
          {!act.end && (
            <Button size="small" variant="quiet" onPress={onClose}>
              {translate(CANCEL)}
            </Button>
          )}
          <Button size="small" variant={forced ? 'danger' : 'primary'} type="submit" busy={busy} disabled={!ready}>
            {translate(result)}
          </Button>
        </span>
      </div>
      {problem !== undefined && (
        <p className="tray-problem" role="alert">
          {translate(problem)}
        </p>
      )}
    </form>
  )
}
