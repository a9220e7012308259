/** The form of a new row of another list, opened on this page with values of one of its rows. */
import { useQuery } from '@tanstack/react-query'
import type { Input, Row } from '#model/row.ts'
import { CreateForm } from '#console/crud/form/CreateForm.ts'
import { RowForm } from '#console/crud/form/RowForm.tsx'
import { registry } from '#console/data/registry.ts'

export type AddElsewhereProps = {
  /** The key of the other list. */
  lens: string
  /** Also those that the form does not show. */
  start: Readonly<Input>
  onSaved?: (row: Row) => void
  onClose: () => void
}

export const AddElsewhere = ({ lens: key, ...form }: AddElsewhereProps) => {
  const { data: ready } = useQuery({
    queryKey: ['definition', key],
    queryFn: async () => {
      const of = registry().lenses.get(key)?.of
      await registry().prepare(of, key)
      return { noun: registry().nouns.get(of ?? ''), lens: registry().lenses.get(key) }
    },
    staleTime: Infinity,
  })
  return ready?.noun ? (
    <CreateForm value={undefined}>
      <RowForm noun={ready.noun} lens={ready.lens} {...form} />
    </CreateForm>
  ) : null
}
