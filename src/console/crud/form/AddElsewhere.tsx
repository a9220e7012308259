/** The form of a new row of another list, opened on this page with values of one of its rows. */
import type { Input, Row } from '#model/row.ts'
import { CreateForm } from '#console/crud/form/CreateForm.ts'
import { RowForm } from '#console/crud/form/RowForm.tsx'
import { useLens } from '#console/crud/useLens.ts'

export type AddElsewhereProps = {
  /** The key of the other list. */
  lens: string
  /** Also those that the form does not show. */
  start: Readonly<Input>
  onSaved?: (row: Row) => void
  onClose: () => void
}

export const AddElsewhere = ({ lens: key, ...form }: AddElsewhereProps) => {
  const ready = useLens(key)
  return ready ? (
    <CreateForm value={undefined}>
      <RowForm {...ready} {...form} />
    </CreateForm>
  ) : null
}
