/** The properties of the selected field, by its type; changes are visible on the canvas at once. */
import { useMemo } from 'react'
import { judgeAll } from '#model/judge.ts'
import type { Fields } from '#model/field.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import type { Words } from '#console/kit/language.tsx'
import { DEFINITION, type Definition } from '#modules/applications/definition.rules.ts'
import { askedOf } from '#modules/applications/template.rules.ts'

export type TemplatePropertiesProps = {
  definition: Definition | undefined
  /** Whether it was published: stored values are identified by its key. */
  known: boolean
  onChange: (definition: Definition) => void
}

export const TemplateProperties = ({ definition, known, onChange }: TemplatePropertiesProps) => {
  const fields = useMemo((): Fields => {
    if (!definition) return {}
    const asked = Object.fromEntries(askedOf(definition.type).map(name => [name, DEFINITION[name]])) as Fields
    return known ? { ...asked, key: { ...asked.key!, frozen: true } } : asked
  }, [definition?.type, known])
  const problems = useMemo((): Record<string, Words> => {
    const judged = definition ? judgeAll(fields, definition) : { ok: {} }
    return 'problems' in judged ? Object.fromEntries(judged.problems.map(({ field, text }) => [field, text])) : {}
  }, [fields, definition])
  if (!definition) return <Empty title={['选择一个字段', 'Choose a field']} />
  return (
    <FormBody
      fields={fields}
      values={definition}
      problems={problems}
      mode={known ? 'edit' : 'add'}
      columns={1}
      onChange={(name, value) => onChange({ ...definition, [name]: value })}
    />
  )
}
