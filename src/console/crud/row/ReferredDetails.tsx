/** The fields of a row that another row refers to, with links to what it refers to itself. */
import { useQuery } from '@tanstack/react-query'
import { ROW_GONE } from '#base/listTexts.ts'
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { allNames, fieldOf } from '#console/crud/lensFields.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { RowDetails } from '#console/crud/row/RowDetails.tsx'
import { can } from '#console/data/me.ts'
import { nounOf, registry } from '#console/data/registry.ts'
import { get, RequestError } from '#console/data/request.ts'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'

/** A row as it is named in the address of a list: `noun.id`. */
export type Referred = { key: string; id: string }

const NOT_THERE = new Error('no such row')

type FoundRow = {
  noun: Noun | undefined
  row: Row | undefined
  /** Why it could not be read; null where it is not there, or not for this user. */
  error: unknown
  retry: () => void
}
export const useReferred = ({ key, id }: Referred): FoundRow => {
  const { data, error, refetch } = useQuery({
    queryKey: ['referred', key, id],
    queryFn: async ({ signal }) => {
      await registry().prepare(key)
      const noun = nounOf(key)
      if (!noun || !can(`${key}:view`)) throw NOT_THERE
      const row = await get<Row>(`${noun.api}/${id}`, undefined, { signal, quiet: true })
      await registry().prepareRows(key, [row])
      return { noun, row }
    },
    retry: false,
  })
  const gone = error === NOT_THERE || (error instanceof RequestError && error.status === 404)
  return {
    ...{ noun: data?.noun ?? nounOf(key), row: data?.row },
    ...{ error: gone ? null : (error ?? undefined), retry: () => void refetch() },
  }
}

/** What the platform computes for its own pages, such as heartbeats and states, is read there and not here. */
const namesOf = (noun: Noun): readonly string[] => allNames(noun).filter(name => fieldOf(noun, name)?.kind !== 'json')

export const ReferredDetails = ({ noun, row, error, retry }: ReturnType<typeof useReferred>) => {
  if (noun && row) return <RowDetails noun={noun} row={row} names={namesOf(noun)} />
  if (error === null) return <Empty title={ROW_GONE} />
  return error ? <LoadError error={error} onRetry={retry} /> : <Skeleton lines={8} />
}
