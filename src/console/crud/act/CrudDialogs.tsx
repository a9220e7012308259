/** The dialogs of a generated page, loaded when the first of them opens. */
import type { Lens, Noun } from '#model/noun.ts'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import type { Input, Row } from '#model/row.ts'
import { CreateForm } from '#console/crud/form/CreateForm.ts'
import type { Acts } from '#console/crud/act/useActs.ts'
import { useDialogDefinitions } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'

const RowForm = lazy(async () => (await import('#console/crud/form/RowForm.tsx')).RowForm)
const AddElsewhere = lazy(async () => (await import('#console/crud/form/AddElsewhere.tsx')).AddElsewhere)
const ActDialog = lazy(async () => (await import('#console/crud/act/ActDialog.tsx')).ActDialog)

export type CrudDialogsProps = {
  noun: Noun
  lens: Lens
  acts: Acts
  pieces: LensPieces
  /** null is a new row. */ editing: Row | null | undefined
  /** The row whose disabled form is open. */ viewing?: Row | undefined
  start?: Readonly<Input>
  onEdited: () => void
}

export const CrudDialogs = ({ noun, lens, acts, pieces, editing, viewing, start, onEdited }: CrudDialogsProps) => {
  useDialogDefinitions(noun.key)
  const { asking, close } = acts
  const Own = asking && pieces.dialogs?.[asking.name]
  return (
    <CreateForm value={AddElsewhere}>
      {editing !== undefined && pieces.form?.({ row: editing, onClose: onEdited })}
      {editing !== undefined && !pieces.form && (
        <RowForm
          key={editing?.id ?? 'new'}
          noun={noun}
          lens={lens}
          row={editing ?? undefined}
          onClose={onEdited}
          toForm={pieces.toForm}
          {...(start ? { start } : {})}
        />
      )}
      {viewing && (
        <RowForm
          key={`view ${viewing.id}`}
          noun={noun}
          lens={lens}
          row={viewing}
          mode="view"
          onClose={onEdited}
          toForm={pieces.toForm}
        />
      )}
      {asking &&
        (Own ? (
          <Own act={asking} onClose={close} />
        ) : (
          <ActDialog key={`${asking.name} ${asking.row?.id ?? ''}`} act={asking} onClose={close} />
        ))}
    </CreateForm>
  )
}
