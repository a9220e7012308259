/** An act of a row that opens another list with filters from the row. */
import { can } from '#console/data/me.ts'
import { registry } from '#console/data/registry.ts'
import { navigate } from '#console/kit/navigation.ts'
import type { RowAct } from '#console/kit/table/column.ts'
import type { Words } from '#console/kit/language.tsx'

/**
 * `lens` is the key of the other list, which has no parameters in its path. Nothing for users who may not read it, and for
 * rows without a value for one of the filters.
 */
export function linkTo(
  lens: string,
  label: Words,
  filters: Readonly<Record<string, string | null | undefined>>,
): readonly RowAct[] {
  const other = registry().lenses.get(lens)
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  if (!other || !can(`${other.of}:list`) || given.length < Object.keys(filters).length) return []
  return [{ id: `to ${lens}`, label, onPress: () => navigate(`${other.path}?${new URLSearchParams(given)}`) }]
}
