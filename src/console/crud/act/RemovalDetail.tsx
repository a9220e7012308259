/** The consequences of a removal, shown below its question: counts from the server, and whether it can be undone. */
import { useQuery } from '@tanstack/react-query'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { queries } from '#console/data/queries.ts'
import { post } from '#console/data/request.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'

interface Consequences {
  rows: number
  counts: readonly { count: number; text: string }[]
  undoForS: number | null
  final: string | null
}

export const RemovalDetail = ({ api, rows }: { api: string; rows: BulkRows }) => {
  const translate = useTranslate()
  // Confirmations are rendered outside the pages and their providers.
  const { data, isError } = useQuery(
    {
      // Not an address: rows that change while the question is still shown must not be counted again, they may be gone.
      queryKey: ['consequences', api, rows],
      queryFn: () => post<Consequences>(`${api}/remove/consequences`, rows, { quiet: true }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    },
    queries,
  )
  if (isError)
    return <p className="removal-detail">{translate(['未能统计影响范围', 'The effects could not be counted'])}</p>
  if (!data) return <Skeleton lines={2} />
  const minutes = data.undoForS === null ? 0 : Math.round(data.undoForS / 60)
  return (
    <div className="removal-detail" aria-live="polite">
      {data.counts.length > 0 && (
        <ul>
          {data.counts.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p>{data.final ?? translate([`删除后 ${minutes} 分钟内可以撤销`, `It can be undone for ${minutes} minutes`])}</p>
    </div>
  )
}
