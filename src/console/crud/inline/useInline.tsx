/** Editing in the cells of a list, with the fields of its noun and the same checks as in its form. */
import { useMemo } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { Inline } from '#console/kit/table/useInlineEdit.ts'

// A list without editing does not load this code.
const FieldInput = lazy(async () => (await import('#console/crud/form/FieldInput.tsx')).FieldInput)

const load = () => import('#console/crud/inline/saveInline.ts')

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
      input: ({ key, draft, set }) => <FieldInput field={fields[key]!} name={key} values={draft} onChange={set} bare />,
      judge: async (_row, changes) => (await load()).judgeInline(fields, changes),
      save: async (row, changes) => (await load()).saveInline(noun, row, changes),
    }
  }, [noun, lens, allowed])
