/** The dialog that adds a row or changes one. */
import { useDialogDefinitions } from '#console/data/registry.ts'
import { ADD, EDIT, SAVED, VIEW } from '#base/listTexts.ts'
import { useMemo, useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ADDED, UPDATE } from '#base/dialogTexts.ts'
import { SAVE } from '#base/texts.ts'
import type { Mode } from '#model/facets.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { formFields, withSubject } from '#console/crud/lensFields.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import { ParentSelect } from '#console/crud/form/ParentSelect.tsx'
import type { Input, Row } from '#model/row.ts'
import { initialValues } from '#console/crud/form/formValues.ts'
import { useOnlyRows } from '#console/crud/form/useOnlyRows.ts'
import { secretsIn } from '#console/crud/act/secretsIn.ts'
import { SampleButton } from '#console/crud/form/SampleButton.tsx'
import { ShownOnce } from '#console/crud/act/ShownOnce.tsx'
import { useForm } from '#console/crud/form/useForm.ts'
import { useLeaveGuard } from '#console/crud/form/useLeaveGuard.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { nounOf } from '#console/data/registry.ts'
import { get, post, put } from '#console/data/request.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

export type RowFormProps = {
  noun: Noun
  lens?: Lens | undefined
  /** The row to edit; without one a new row is added. */
  row?: Row | undefined
  /** The default is `edit` with a row, otherwise `add`. In `view` all fields are disabled. */
  mode?: Mode
  /** The initial values of a new row, such as its parent. */
  start?: Readonly<Input>
  /** Converts the server's row to the values of the form. */
  toForm?: ((row: Row) => Row) | undefined
  onClose: () => void
  onSaved?: (row: Row) => void
}

/** The name under which the draft of a row, or of a new one, is stored. */
const draftName = (noun: Noun, row: Pick<Row, 'id'> | undefined): string => `${noun.key}:${row?.id ?? 'new'}`

const titles = { add: ADD, edit: EDIT, view: VIEW } as const

/** If the noun has no view operation, the row of the list is used. */
export const RowForm = (props: RowFormProps) => {
  const { noun, row, onClose, toForm, mode = row ? 'edit' : 'add' } = props
  useDialogDefinitions(noun.key)
  const views = row !== undefined && can(`${noun.key}:view`)
  const { data, isError, refetch } = useQuery({
    queryKey: [noun.api, 'view', row?.id, 'form'],
    queryFn: ({ signal }) => get<Row>(`${noun.api}/${row!.id}`, undefined, { signal }),
    enabled: views,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const known = views ? data : row
  if (row && !known) {
    return (
      <Dialog open onClose={onClose} title={withSubject(titles[mode], noun.label)}>
        {isError ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </Dialog>
    )
  }
  return <Inside {...props} row={known && toForm ? toForm(known) : known} />
}

const Inside = ({ noun, lens, row, mode = row ? 'edit' : 'add', start = {}, onClose, onSaved }: RowFormProps) => {
  const fields = useMemo(
    () => formFields(noun, lens, key => nounOf(key) !== undefined && can(`${key}:list`), mode),
    [noun, lens, mode],
  )
  const [first] = useState((): Input => (row ? { ...row } : { ...initialValues(fields), ...start }))
  const form = useForm(fields, first, row, mode === 'view' ? undefined : draftName(noun, row))
  useOnlyRows(mode === 'add' ? fields : undefined, form.values, form.begin)
  const [once, setOnce] = useState<Readonly<Record<string, string>>>()
  const save = useMutation({
    mutationFn: (values: Input) => {
      const body = { ...values, ...(noun.tree ? { parentId: form.values.parentId ?? '-1' } : {}) }
      return row
        ? put<Row>(
            noun.api,
            { ...body, id: row.id, ...(row.rev === undefined ? {} : { rev: row.rev }) },
            { quiet: true },
          )
        : post<Row>(noun.api, { ...start, ...body }, { quiet: true })
    },
    onSuccess: saved => {
      toast.ok(row ? SAVED : ADDED)
      void invalidateRows(noun.api)
      onSaved?.(saved)
      const shown = secretsIn(saved)
      if (shown) setOnce(shown)
      else onClose()
    },
    onError: form.refuse,
  })
  useLeaveGuard(form.dirty && mode !== 'view' && !save.isSuccess)
  const submit = (): void => {
    const values = form.read()
    if (values) save.mutate(values)
  }
  if (once) return <ShownOnce values={once} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={withSubject(titles[mode], noun.label)}
      {...(row ? { note: nameOf(noun, row) } : {})}
      {...(mode === 'view' ? {} : { onSubmit: submit })}
      width={noun.tree ? 'treeTable' : 'medium'}
      submitLabel={row ? UPDATE : SAVE}
      busy={save.isPending}
      dirty={form.dirty && mode !== 'view'}
      {...(mode === 'add' && lens?.sample ? { footStart: <SampleButton fields={fields} onFill={form.fill} /> } : {})}
    >
      <Stack gap={20}>
        {noun.tree && mode !== 'view' && (
          <ParentSelect
            noun={noun}
            self={row?.id}
            value={form.values.parentId as string | undefined}
            onChange={id => form.set('parentId', id)}
            error={form.problems.parentId}
          />
        )}
        <FormBody
          fields={fields}
          values={form.values}
          problems={form.problems}
          onChange={form.set}
          onBlur={form.check}
          mode={mode}
        />
      </Stack>
    </Dialog>
  )
}
