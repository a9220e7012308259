/** A new company in three steps: login, details, contract. One row is sent at the end; a problem leads back to its step. */
import { useMemo, useState } from 'react'
import type { Text } from '#base/text.ts'
import { ADDED } from '#base/dialogTexts.ts'
import type { Fields } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Input, Params } from '#model/row.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { secretsIn } from '#console/crud/act/secretsIn.ts'
import { ShownOnce } from '#console/crud/act/ShownOnce.tsx'
import { useForm } from '#console/crud/form/useForm.ts'
import { useLeaveGuard } from '#console/crud/form/useLeaveGuard.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post } from '#console/data/request.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Steps } from '#console/kit/layout/Steps.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

export interface CompanyStep {
  title: Text
  fields: readonly string[]
}
const pick = (noun: Noun, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, noun.fields[name]!]))

export function CompanyWizard({
  noun,
  title,
  steps,
  back,
}: {
  noun: Noun
  title: Text
  steps: readonly CompanyStep[]
  back: string
}) {
  const fields = useMemo(
    () =>
      pick(
        noun,
        steps.flatMap(step => step.fields),
      ),
    [noun, steps],
  )
  const form = useForm(fields, useState<Params>({})[0], undefined, 'company')
  const [once, setOnce] = useState<Readonly<Record<string, string>>>()
  useLeaveGuard(form.dirty && !once)
  const isWrong = (step: CompanyStep): boolean => step.fields.some(name => form.problems[name])
  const finish = async (): Promise<void> => {
    const values = form.read()
    if (!values) return
    try {
      const saved = await post<Input>(noun.api, values, { quiet: true })
      void invalidateRows(noun.api)
      toast.ok(ADDED)
      const shown = secretsIn(saved)
      if (shown)
        setOnce(
          Object.fromEntries(Object.entries(shown).filter(([name]) => name === 'username' || name === 'password')),
        )
      else navigate(back)
    } catch (error) {
      form.refuse(error)
    }
  }
  if (once) return <ShownOnce values={once} onClose={() => navigate(back)} />
  return (
    <Stack gap={16}>
      <PageHead title={title} />
      <Card measured>
        <Steps
          label={title}
          wrong={steps.filter(isWrong).map(step => step.title[1])}
          onFinish={finish}
          onCancel={() => navigate(back)}
          steps={steps.map(step => ({
            id: step.title[1],
            title: step.title,
            ...(isWrong(step) ? { note: ['有未填对的内容', 'Something is wrong here'] as Text } : {}),
            validate: () => form.holds(step.fields),
            content: (
              <FormBody
                fields={pick(noun, step.fields)}
                values={form.values}
                problems={form.problems}
                onChange={form.set}
                onBlur={form.check}
              />
            ),
          }))}
        />
      </Card>
    </Stack>
  )
}
