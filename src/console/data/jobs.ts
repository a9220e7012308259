/** The signed-in person's jobs: asked while one of them runs, left alone otherwise. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queries } from '#console/data/queries.ts'
import { get, post } from '#console/data/request.ts'

export interface Job {
  id: string
  kind: 'import' | 'export' | 'bulk'
  noun: string
  nounName: string
  /** The name of the file. */
  title: string
  appId: string | null
  /** Only a check: nothing is written. */
  dry: boolean
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  total: number
  ok: number
  failed: number
  reason: string | null
  /** It answered what can be fetched once. */
  answers: boolean
  /** Checked, and its file is still there. */
  startable: boolean
  /** What it made, and until when it is kept. */
  file: { bytes: number; until: string } | null
  createdAt: string
}
export interface JobFailure {
  row: number
  problems: readonly { field: string; column: string | null; given: string | null; reason: string }[]
}

const api = '/api/job'
const recent = 8
const quickMs = 500
const calmMs = 1500

export const isOpen = (job: Job): boolean => job.state === 'queued' || job.state === 'running'
export const jobsChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: [api] })

export const useJobs = (): readonly Job[] =>
  useQuery({
    queryKey: [api, 'page'],
    queryFn: ({ signal }) =>
      get<{ records: readonly Job[] }>(`${api}/page`, { size: recent }, { signal, quiet: true }).then(
        page => page.records,
      ),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? calmMs : false),
  }).data ?? []

export const useJob = (id: string | undefined): Job | undefined =>
  useQuery({
    queryKey: [api, id],
    queryFn: ({ signal }) => get<Job>(`${api}/${id}`, undefined, { signal, quiet: true }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? quickMs : false),
  }).data

/** The first hundred rows that failed. */
export const useFailures = (job: Job): { rows: readonly JobFailure[]; loading: boolean } => {
  const { data, isPending } = useQuery({
    queryKey: [api, job.id, 'failures', job.dry],
    queryFn: ({ signal }) =>
      get<{ records: readonly JobFailure[] }>(`${api}/${job.id}/failures`, { size: 100 }, { signal }),
    placeholderData: keepPreviousData,
  })
  return { rows: data?.records ?? [], loading: isPending }
}

/** Does once more what a bulk act could not do; answers the new job. */
export const repeatFailed = async (job: Job): Promise<Job> => {
  const next = await post<Job>(`${api}/${job.id}/again`)
  await jobsChanged()
  return next
}

const act = async (job: Job, name: string): Promise<void> => {
  const next = await post<Job>(`${api}/${job.id}/${name}`)
  queries.setQueryData([api, job.id], next)
  await jobsChanged()
}
export const cancelJob = (job: Job): Promise<void> => act(job, 'cancel')
/** Imports what was checked. */
export const startChecked = (job: Job): Promise<void> => act(job, 'import')

/** Jobs that a dialog shows: their end needs no toast. */
export const watchedJobs = new Set<string>()

/** Lets the browser fetch the file by itself, by a link that holds for two minutes: however large, it never is in memory. */
export const fetchJobFile = async (job: Job): Promise<void> => {
  const { url } = await post<{ url: string }>(`${api}/${job.id}/link`)
  const link = document.createElement('a')
  link.href = url
  link.download = job.title
  link.click()
}
