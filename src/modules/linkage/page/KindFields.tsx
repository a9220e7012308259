/** What a trigger or a condition asks for: its own form where its module has one, or its fields in order. */
import { Fragment } from 'react'
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { FieldInput, isWide } from '#console/crud/form/FieldInput.tsx'
import { registry } from '#console/data/registry.ts'
import { Wide } from '#console/kit/layout/Grid.tsx'
import type { Condition, Trigger } from '#model/linkage.ts'

const ENDING = { trigger: 'Trigger', condition: 'Condition' } as const

export const KindFields = ({ kind, form }: { kind: Trigger | Condition; form: RuleFormProps }) => {
  const Own = registry().ruleForms[`${kind.key}${ENDING[kind.linkage]}`]
  if (Own) return <Own {...form} />
  return Object.entries(kind.fields).map(([name, field]) => {
    const Place = isWide(field) ? Wide : Fragment
    return (
      <Place key={name}>
        <FieldInput {...{ field, name, values: form.values }} onChange={(of, value) => form.change({ [of]: value })} />
      </Place>
    )
  })
}
