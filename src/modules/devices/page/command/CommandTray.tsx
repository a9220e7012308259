/** Asks what a command needs, inside its own card: the reason, the end, and the rest; the button says the result. */
import { useState } from 'react'
import { CANCEL, SAY_WHY } from '#base/texts.ts'
import type { Field } from '#model/field.ts'
import type { Input, Params } from '#model/row.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { untilText } from '../ago.ts'
import { Chips } from './Chips.tsx'
import { forcedLabel, type Act } from './classCommands.ts'
import { endsFrom, REASONS } from './reasons.ts'
import { useNow } from '../useNow.ts'
import './Tray.css'

/** What it can ask besides the reason and the end. */
export const ASKED_KINDS: readonly Field['kind'][] = ['text', 'integer', 'flag', 'choice', 'instant']

export interface Order {
  act: Act
  params: Readonly<Params>
  reason: string | null
  /** Against what stands against it. */
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
  const say = useSay()
  const now = useNow(15_000)
  const [reason, setReason] = useState<string>()
  const [words, setWords] = useState('')
  const [endId, setEndId] = useState<string | undefined>(act.end && !act.end.must ? 'none' : undefined)
  const [values, setValues] = useState<Readonly<Input>>({})
  const [confirmed, setConfirmed] = useState(false)
  const asksReason = act.command.risk !== 'none'
  const ends = act.end ? endsFrom(now, act.end.must) : []
  const end = ends.find(one => one.id === endId)
  const chosen = REASONS.find(one => one.id === reason)
  const told = chosen?.id === 'other' ? words.trim() : chosen ? say(chosen.label) : ''
  const forced = act.never !== null
  const label = forced ? forcedLabel(act.label) : act.label
  const ready =
    (confirmed || act.command.confirm === undefined) &&
    (!asksReason || told !== '') &&
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
      reason: asksReason ? told : null,
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
      {asksReason && <Chips label={['原因', 'Reason']} items={REASONS} value={reason} onChange={setReason} focus />}
      {reason === 'other' && (
        <TextField label={SAY_WHY} hideLabel value={words} onChange={setWords} maxLength={100} autoFocus />
      )}
      {Object.entries(act.asks).map(([name, field]) => (
        <FieldInput
          key={name}
          field={field}
          name={name}
          values={values as Input}
          onChange={(key, value) => setValues(before => ({ ...before, [key]: value }))}
        />
      ))}
      {act.never && <p className="tray-problem">{say(act.never)}</p>}
      {act.command.confirm && (
        <Checkbox checked={confirmed} onChange={setConfirmed}>
          {say(act.command.confirm)}
        </Checkbox>
      )}
      <div className="tray-foot">
        {act.end ? (
          <Chips label={['到期', 'Until']} items={ends} value={endId} onChange={setEndId} />
        ) : (
          <span className="tray-hint">
            {asksReason ? say(['原因会写入操作记录', 'The reason is kept with the record']) : ''}
          </span>
        )}
        <span className="tray-acts">
          {!act.end && (
            <Button size="small" variant="quiet" onPress={onClose}>
              {say(CANCEL)}
            </Button>
          )}
          <Button size="small" variant={forced ? 'danger' : 'primary'} type="submit" busy={busy} disabled={!ready}>
            {say(result)}
          </Button>
        </span>
      </div>
      {problem !== undefined && (
        <p className="tray-problem" role="alert">
          {say(problem)}
        </p>
      )}
    </form>
  )
}
