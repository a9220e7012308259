/** Editing in the cells of a list, with the fields of its noun and the same checks as in its form. */
import { SAVED } from '#base/listTexts.ts'
import { lazy, Suspense, useMemo } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { put, RequestError } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Inline } from '#console/kit/table/useInlineEdit.ts'

// A list without editing does not load this code.
const FieldInput = lazy(async () => ({ default: (await import('#console/crud/form/FieldInput.tsx')).FieldInput }))

export const useInline = (noun: Noun, lens: Lens, allowed: boolean): Inline<Row> | undefined =>
  useMemo(() => {
    const fields = Object.fromEntries(
      (lens.inline ?? []).flatMap(name => {
        const field = noun.fields[name]
        return field && (field.by ?? 'user') === 'user' && !field.frozen && !field.mask ? [[name, field]] : []
      }),
    )
    const columns = Object.keys(fields)
    if (!allowed || columns.length === 0) return undefined
    return {
      columns,
      locked: row => !allows(noun, row, 'edit'),
      input: ({ key, draft, set }) => (
        <Suspense>
          <FieldInput field={fields[key]!} name={key} values={draft} onChange={set} bare />
        </Suspense>
      ),
      judge: async (_row, changes) => {
        const { judgeAll } = await import('#model/judge.ts')
        const judged = judgeAll(fields, changes, {}, { partial: true })
        return 'problems' in judged ? judged.problems[0]!.text : undefined
      },
      save: async (row, changes) => {
        try {
          await put(
            noun.api,
            { ...changes, id: row.id, ...(row.rev === undefined ? {} : { rev: row.rev }) },
            { quiet: true },
          )
          toast.ok(SAVED)
          await invalidateRows(noun.api)
          return true
        } catch (error) {
          // As with local checks, the first problem is shown as a warning.
          if (error instanceof RequestError && !error.shown) toast.warn(error.message)
          else if (!(error instanceof RequestError)) toast.error()
          return false
        }
      },
    }
  }, [noun, lens, allowed])
