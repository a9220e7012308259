/** Options from an address: fetched by GET or POST, with `{{key}}` replaced; nested options stay nested. */
import type { Params } from '#model/row.ts'
import { get, post } from '#console/data/request.ts'

export type DictionarySource = {
  /** `/api/admin/dict/type/{{key}}`. */
  from: string
  method?: 'GET' | 'POST'
  /** What the options call their parts. Default: value, label, children. */
  props?: { value?: string; label?: string; children?: string }
}
export type DictionaryOption = { id: string; label: string; disabled?: boolean; children?: readonly DictionaryOption[] }

const place = /\{\{\s*key\s*\}\}/g
export const needsKey = (from: string): boolean => from.search(place) >= 0
const withKey = (from: string, key: string): string => from.replace(place, encodeURIComponent(key))

const optionsOf = (given: unknown, props: DictionarySource['props']): readonly DictionaryOption[] => {
  if (!Array.isArray(given)) return []
  const [value, label, children] = [props?.value ?? 'value', props?.label ?? 'label', props?.children ?? 'children']
  return given.flatMap((one: unknown): readonly DictionaryOption[] => {
    if (typeof one !== 'object' || one === null) return [{ id: String(one), label: String(one) }]
    const row = one as Params
    const id = row[value] ?? row.id
    if (id === undefined || id === null) return []
    const below = optionsOf(row[children], props)
    return [
      {
        id: String(id),
        label: String(row[label] ?? row.name ?? id),
        ...(row.disabled === true ? { disabled: true } : {}),
        ...(below.length ? { children: below } : {}),
      },
    ]
  })
}

/** Rejects as every request does; an answer that is no list is an empty one. */
export const loadDictionary = async (
  source: DictionarySource,
  key = '',
  signal?: AbortSignal,
): Promise<readonly DictionaryOption[]> => {
  const path = withKey(source.from, key)
  const options = { quiet: true, ...(signal ? { signal } : {}) }
  const data =
    source.method === 'POST' ? await post<unknown>(path, {}, options) : await get<unknown>(path, undefined, options)
  const rows = Array.isArray(data) ? data : (data as { records?: unknown } | null)?.records
  return optionsOf(rows, source.props)
}
