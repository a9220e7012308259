/** The fields of one row as labels and values; serials can be copied, pictures are shown. */
import { refName, type Field } from '#model/field.ts'
import { keyWords } from '#model/keyWords.ts'
import type { Noun } from '#model/noun.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { fieldOf } from '#console/crud/lensFields.ts'
import type { Row } from '#model/row.ts'
import { isEmpty } from '#model/verdict.ts'
import { dueDetails } from '#console/crud/row/dueDetails.ts'
import { shownValue } from '#console/crud/row/shownValue.tsx'
import { StoredPicture } from '#console/crud/row/StoredPicture.tsx'
import { registry } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import type { Detail } from '#console/kit/layout/DetailView.tsx'
import type { useTranslate } from '#console/kit/language.tsx'

const StoredDocuments = lazy(async () => (await import('#console/crud/row/StoredDocuments.tsx')).default)

const isWide = (field: Field): boolean =>
  ['json', 'list', 'group', 'custom', 'branch', 'rich', 'code'].includes(field.kind) ||
  (field.kind === 'text' && (field.lines ?? 1) > 1) ||
  (field.kind === 'ref' && field.many === true)

/** A field that only the platform writes is of no interest while it is empty. */
const isOwn = (field: Field & { computed?: true }): boolean => Boolean(field.computed) || field.by === 'system'
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/**
 * Leaves out empty fields of files, and empty ones that the platform keeps itself. What a page says in words of its own in a
 * column, where others see data, is said so here as well.
 */
export const detailsOf = (
  noun: Noun,
  row: Row,
  names: readonly string[],
  translate: ReturnType<typeof useTranslate>,
  columns: ColumnChanges = {},
): Detail[] =>
  names.flatMap((name): Detail[] => {
    const field = fieldOf(noun, name)
    const value = row[name]
    // The name of what another field refers to is shown there, as a link.
    if (names.some(other => other !== name && noun.fields[other]?.kind === 'ref' && refName(other) === name)) return []
    if (!field || (field.kind === 'file' && !(Array.isArray(value) && value.length))) return []
    if (isOwn(field) && (isEmpty(value) || isEmptyList(value))) return []
    if (field.kind === 'file' && field.accept === 'document')
      return [{ label: field.label, wide: true, value: <StoredDocuments ids={value as string[]} /> }]
    if (field.kind === 'file' && field.accept !== 'sheet')
      return [
        {
          label: field.label,
          wide: true,
          value: (
            <span className="crud-pictures">
              {(value as string[]).map(file => (
                <StoredPicture key={file} id={file} label={translate(field.label)} />
              ))}
            </span>
          ),
        },
      ]
    const own = ['list', 'json'].includes(field.kind) ? columns[name]?.render : undefined
    if (own) return [{ label: field.label, wide: true, value: own(row, 0) }]
    const copies =
      field.kind === 'text' &&
      field.mono &&
      typeof value === 'string' &&
      value !== '' &&
      !(field.keyOf && keyWords(field, value, row, registry()))
    return [
      {
        label: field.label,
        value: copies ? (
          <Copyable>{value}</Copyable>
        ) : (
          shownValue({ field, name, row, translate, whole: true, follows: true })
        ),
        wide: isWide(field),
        // The two instants of a row's history stand side by side.
        ...(name === 'createdAt' ? { first: true } : {}),
      },
      ...(noun.states?.[name] ? dueDetails(noun, row, name) : []),
    ]
  })
