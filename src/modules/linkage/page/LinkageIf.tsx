/** The second part of a rule: the conditions, all of which must hold. */
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import type { Params } from '#model/row.ts'
import { KindFields } from './KindFields.tsx'
import { formOf, givenBy, isOffered, type LinkagePartProps } from './LinkageWhen.tsx'

const MOST = 8

type ConditionFieldsProps = LinkagePartProps & {
  condition: LinkagePartProps['draft']['conditions'][number]
  onChange: (change: Params) => void
}
const ConditionFields = ({ condition, onChange, ...props }: ConditionFieldsProps) => {
  const kind = props.kinds.conditions.get(condition.what)
  return kind && <KindFields kind={kind} form={formOf(props, condition, onChange)} />
}

export const LinkageIf = (props: LinkagePartProps) => {
  const { draft, set, problems, kinds } = props
  const translate = useTranslate()
  const given = givenBy(props)
  const offered = [...kinds.conditions.values()]
    .filter(kind => isOffered(kind, given))
    .sort((one, other) => one.wire - other.wire)
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
                label={['条件', 'Condition']}
                required
                value={String(condition.what)}
                options={offered.map(({ wire, label }) => ({ id: String(wire), label }))}
                onChange={id =>
                  id && put(conditions.map(one => (one === condition ? { key: one.key, what: Number(id) } : one)))
                }
              />
              <ConditionFields
                {...props}
                condition={condition}
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
            put([...conditions, { key: Math.max(0, ...conditions.map(one => one.key)) + 1, what: offered[0]!.wire }])
          }
        >
          {translate(['添加条件', 'Add a condition'])}
        </Button>
      </div>
    </section>
  )
}
