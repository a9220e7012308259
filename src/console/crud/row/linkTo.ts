/** An act of a row that opens another list with filters from the row. */
import { can } from '#console/data/me.ts'
import { registry } from '#console/data/registry.ts'
import { navigate } from '#console/kit/navigation.ts'
import type { RowAct } from '#console/kit/table/column.ts'
import type { Words } from '#console/kit/language.tsx'

/**
 * `lens` is the key of the other list, which has no parameters in its path. Nothing for users who may not read it, and for
 * rows in which one of the filters is null.
 */
export function linkTo(
  lens: string,
  label: Words,
  filters: Readonly<Record<string, string | null | undefined>>,
): readonly RowAct[] {
  const other = registry().lenses.get(lens)
  if (!other || !can(`${other.of}:list`) || Object.values(filters).includes(null)) return []
  const query = new URLSearchParams(filters as Readonly<Record<string, string>>)
  return [{ id: `to ${lens}`, label, link: true, onPress: () => navigate(`${other.path}?${query}`) }]
}
