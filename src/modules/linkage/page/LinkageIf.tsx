/** The second part of a rule: the conditions, all of which must hold. */
import { STATE } from '#base/listTexts.ts'
import { Plus, Trash2 } from 'lucide-react'
import { ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TimeField } from '#console/kit/input/TimeField.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { partName } from '#modules/devices/page/partState.ts'
import { CONDITION_FIELDS, fieldsOf, WHAT, type Condition } from '../condition.rules.ts'
import { KIND } from '../trigger.rules.ts'
import { CompareInput } from './CompareInput.tsx'
import type { LinkagePartProps } from './LinkageWhen.tsx'

const MOST = 8
type RowProps = Omit<LinkagePartProps, 'set' | 'problems'> & {
  condition: Condition
  onChange: (change: Partial<Condition>) => void
}

const OfField = ({ draft, classes, condition, onChange }: RowProps) => {
  const fields = fieldsOf(
    classes.find(one => one.key === draft.deviceClass),
    draft.triggerEvent,
  )
  const field = fields[condition.name ?? '']
  return (
    <>
      <Select
        label={['内容', 'Field']}
        required
        value={condition.name ?? undefined}
        options={Object.entries(fields).map(([id, one]) => ({ id, label: one.label }))}
        onChange={name => onChange({ name: name ?? null, op: 1, value: undefined })}
      />
      {field && <CompareInput field={field} op={condition.op} value={condition.value} onChange={onChange} />}
    </>
  )
}

const OfState = ({ classes, devices, condition, onChange }: RowProps) => {
  const device = devices.find(one => one.id === condition.deviceId)
  const deviceClass = classes.find(one => one.key === device?.deviceClass)
  const spec = deviceClass?.properties[condition.name ?? '']
  const parts = spec?.per ? (device?.components ?? []).filter(part => part.kind === spec.per) : []
  return (
    <>
      <ReferenceSelect
        label={CONDITION_FIELDS.deviceId.label}
        required
        to="deviceBind"
        value={condition.deviceId ?? undefined}
        onChange={id => onChange({ deviceId: id ?? null, name: null, op: 1, value: undefined, component: null })}
      />
      <Select
        label={STATE}
        required
        disabled={!device}
        value={condition.name ?? undefined}
        options={Object.entries(deviceClass?.properties ?? {}).map(([id, one]) => ({ id, label: one.field.label }))}
        onChange={name => {
          const per = deviceClass?.properties[name ?? '']?.per
          const first = per ? device?.components.find(part => part.kind === per)?.key : undefined
          onChange({ name: name ?? null, op: 1, value: undefined, component: first ?? null })
        }}
      />
      {parts.length > 1 && (
        <Select
          label={deviceClass!.components[spec!.per!]!.label}
          required
          value={condition.component ?? undefined}
          options={parts.map(part => ({ id: part.key, label: partName(deviceClass, part) }))}
          onChange={key => onChange({ component: key ?? null })}
        />
      )}
      {spec && <CompareInput field={spec.field} op={condition.op} value={condition.value} onChange={onChange} />}
    </>
  )
}

const Fields = (props: RowProps) => {
  const { condition, onChange } = props
  switch (condition.what) {
    case WHAT.field[0]:
      return <OfField {...props} />
    case WHAT.group[0]:
      return (
        <ReferenceSelect
          label={CONDITION_FIELDS.groupId.label}
          required
          to="authGroup"
          value={condition.groupId ?? undefined}
          onChange={id => onChange({ groupId: id ?? null })}
        />
      )
    case WHAT.hours[0]:
      return (
        <>
          <TimeField
            label={CONDITION_FIELDS.from.label}
            required
            value={condition.from ?? ''}
            onChange={from => onChange({ from })}
          />
          <TimeField
            label={CONDITION_FIELDS.to.label}
            required
            value={condition.to ?? ''}
            onChange={to => onChange({ to })}
          />
        </>
      )
    case WHAT.plan[0]:
      return (
        <ReferenceSelect
          label={CONDITION_FIELDS.planId.label}
          required
          to="timePlan"
          value={condition.planId ?? undefined}
          onChange={id => onChange({ planId: id ?? null })}
        />
      )
    default:
      return <OfState {...props} />
  }
}

export const LinkageIf = ({ draft, set, problems, classes, devices }: LinkagePartProps) => {
  const translate = useTranslate()
  const deviceClass = classes.find(one => one.key === draft.deviceClass)
  const event = draft.triggerKind === KIND.event[0] ? deviceClass?.events[draft.triggerEvent ?? ''] : undefined
  // Only an event has fields, and only a passage has a person.
  const offered = Object.values(WHAT).filter(
    ([wire]) => (wire !== WHAT.field[0] || event) && (wire !== WHAT.group[0] || event?.record === 'passage'),
  )
  const { conditions } = draft
  const put = (next: typeof conditions): void => set({ conditions: next })
  return (
    <section className="rule-block" aria-label={translate(['且', 'And'])}>
      <span className="rule-word">{translate(['且', 'AND'])}</span>
      <div className="rule-body">
        {conditions.length === 0 && (
          <span className="second small">
            {translate(['没有附加条件：每次触发都执行', 'No conditions: it runs each time'])}
          </span>
        )}
        {conditions.map((condition, at) => (
          <div className="rule-condition" key={condition.key}>
            <div className="rule-action-fields">
              <Select
                label={CONDITION_FIELDS.what.label}
                required
                value={String(condition.what)}
                options={offered.map(([id, zh, en]) => ({ id: String(id), label: [zh, en] as const }))}
                onChange={id =>
                  put(conditions.map(one => (one === condition ? { key: one.key, what: Number(id ?? 3) } : one)))
                }
              />
              <Fields
                {...{ draft, classes, devices, condition }}
                onChange={change => put(conditions.map(one => (one === condition ? { ...one, ...change } : one)))}
              />
            </div>
            <IconButton
              icon={Trash2}
              size="small"
              label={[`删除条件 ${at + 1}`, `Remove condition ${at + 1}`]}
              onPress={() => put(conditions.filter(one => one !== condition))}
            />
          </div>
        ))}
        {problems.conditions && <Notice tone="bad">{translate(problems.conditions)}</Notice>}
        <Button
          icon={Plus}
          size="small"
          disabled={conditions.length >= MOST}
          onPress={() =>
            put([
              ...conditions,
              { key: Math.max(0, ...conditions.map(one => one.key)) + 1, what: event ? WHAT.field[0] : WHAT.hours[0] },
            ])
          }
        >
          {translate(['添加条件', 'Add a condition'])}
        </Button>
      </div>
    </section>
  )
}
