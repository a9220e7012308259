/** The passages of one site, newest first, arriving by themselves; all, or only the refused. */
import { useRef, useState } from 'react'
import { FAMILIES } from '#model/families.ts'
import { useQuery } from '@tanstack/react-query'
import { REFUSED } from '#base/figureTexts.ts'
import { ALL } from '#base/texts.ts'
import { useOffline } from '#console/data/offline.ts'
import { useLiveRefetch } from '#console/data/useLiveRefetch.ts'
import { readPage } from '#console/data/rows.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { PASS_RESULTS } from '#devices/abilities/passage.ts'
import type { passRecord } from '#modules/access/passRecord.noun.ts'
import { Passages } from '../Passages.tsx'

const RECORDS = '/api/person/passRecord'
/** As many as a slow line brings at once. */
const SHOWN = 20
const HOUR_MS = 3_600_000

type Which = 'all' | 'refused'

/** Ids that were not in an earlier answer: they arrived while the page was open. */
const useFresh = (ids: readonly string[] | undefined): ReadonlySet<string> => {
  const known = useRef<Set<string>>(undefined)
  const fresh = new Set(known.current ? ids?.filter(id => !known.current!.has(id)) : [])
  if (ids && !known.current) known.current = new Set(ids)
  return fresh
}

export const GuardFeed = ({ appId, siteId }: { appId: string; siteId: string }) => {
  const translate = useTranslate()
  const away = useOffline()
  const [which, setWhich] = useState<Which>('all')
  // A day limits the search at a site without passages; the full hour keeps the query key stable.
  const [since] = useState(() => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS).toISOString())
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [RECORDS, 'page', 'guard', appId, siteId, which, since],
    queryFn: ({ signal }) =>
      readPage<typeof passRecord>(
        RECORDS,
        {
          ...{ appId, siteId, time: `${since},`, size: SHOWN },
          ...(which === 'refused' ? { result: PASS_RESULTS.refused[0] } : {}),
        },
        signal,
      ),
  })
  const live = useLiveRefetch(
    { appId, type: 'fact', family: FAMILIES.passage.wire },
    { loading: isFetching, failed: error !== null, refetch: () => void refetch() },
  )
  const rows = data?.records.map(row => ({ ...row, appId }))
  const fresh = useFresh(which === 'all' ? rows?.map(row => row.id) : undefined)
  return (
    <section className="guard-feed" aria-label={translate(['近 24 小时的通行', 'Passages of the last 24 hours'])}>
      <header className="guard-head">
        <Segmented<Which>
          label={['显示哪些通行', 'Passages to show']}
          items={[
            { id: 'all', label: ALL },
            { id: 'refused', label: REFUSED },
          ]}
          value={which}
          onChange={setWhich}
        />
        <LiveDot state={away ? 'lost' : live} />
      </header>
      {error && !data ? (
        <ErrorState note={error.message} onRetry={() => void refetch()} />
      ) : !rows ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <Empty
          title={
            which === 'all'
              ? ['近 24 小时没有人通行', 'Nobody passed in the last 24 hours']
              : ['近 24 小时没有被拒绝的通行', 'Nobody was refused in the last 24 hours']
          }
          note={['新的通行会自动出现在这里。', 'New passages appear here by themselves.']}
        />
      ) : (
        <>
          <Passages rows={rows} freshIds={fresh} most={SHOWN} picture={44} />
          <Link href={`/apply/recordQuery/${appId}`}>{translate(['查看全部记录', 'All records'])}</Link>
        </>
      )}
    </section>
  )
}
