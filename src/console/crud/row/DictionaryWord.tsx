/** The label of an option that is stored by its value; fetched once for a whole list. */
import { useQuery } from '@tanstack/react-query'
import type { DictionaryField } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import { loadDictionary, type DictionaryOption } from '#console/data/dictionary.ts'
import { useLanguage } from '#console/kit/language.tsx'

const wordIn = (options: readonly DictionaryOption[], value: string): string | undefined => {
  for (const option of options) {
    const found = option.id === value ? option.label : wordIn(option.children ?? [], value)
    if (found !== undefined) return found
  }
  return undefined
}

export type DictionaryWordProps = { field: DictionaryField; value: unknown; row: Readonly<Params> }

export default function DictionaryWord({ field, value, row }: DictionaryWordProps) {
  const key = field.under === undefined ? '' : String(row[field.under] ?? '')
  const language = useLanguage()
  const { data = [] } = useQuery({
    queryKey: ['dictionary', field.from, field.method, key, language],
    queryFn: ({ signal }) => loadDictionary(field, key, signal),
    staleTime: 60_000,
  })
  const words = (Array.isArray(value) ? value : [value]).map(one => wordIn(data, String(one)) ?? String(one))
  return words.join(field.shape === 'way' ? ' / ' : language === 'zh' ? '、' : ', ')
}
