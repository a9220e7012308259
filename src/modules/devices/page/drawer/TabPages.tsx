/** A list inside a drawer that loads more on demand, with loading, empty and error states. */
import { MORE } from '#base/listTexts.ts'
import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import type { Page } from '#console/data/rows.ts'

export const useTabPages = <Row,>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  size = 20,
) =>
  useInfiniteQuery({
    queryKey: [path.replace(/\/page$/, ''), 'page', 'drawer', query, size],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      get<Page<Row>>(path, { ...query, current: pageParam, size }, { signal, quiet: true }),
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, page) => sum + page.records.length, 0) < last.total || last.more
        ? pages.length + 1
        : undefined,
  })

export type TabPagesProps<Row> = {
  pages: ReturnType<typeof useTabPages<Row>>
  empty: Words
  note?: Words
  children: (row: Row) => ReactNode
}

export const TabPages = <Row,>({ pages, empty, note, children }: TabPagesProps<Row>) => {
  const translate = useTranslate()
  if (pages.isError) return <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
  if (!pages.data) return <Skeleton lines={8} />
  const rows = pages.data.pages.flatMap(page => page.records)
  if (!rows.length) return <Empty title={empty} {...(note ? { note } : {})} />
  return (
    <>
      <div className="tab-list">{rows.map(children)}</div>
      {pages.hasNextPage && (
        <div className="tab-foot">
          <Button variant="quiet" busy={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
            {translate(MORE)}
          </Button>
        </div>
      )}
    </>
  )
}
