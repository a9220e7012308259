/** The jobs of the signed-in user; they are polled only while one of them runs. */
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
  /** A check that writes nothing. */
  dry: boolean
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  total: number
  ok: number
  failed: number
  /** Headings of the file that are not imported. */
  leftOut: readonly string[]
  /** Headings that are imported as the user chose. */
  chosen: readonly string[]
  reason: string | null
  /** The result can be fetched once. */
  answers: boolean
  /** The file was checked and still exists. */
  startable: boolean
  /** The resulting file, and until when it is kept. */
  file: { bytes: number; until: string } | null
  /** What the act changed can be undone. */
  undoable: boolean
  createdAt: string
}
export interface JobFailure {
  row: number
  problems: readonly { field: string; column: string | null; given: string | null; reason: string }[]
}

/** Why rows failed, with how many of them. */
export interface JobCause {
  field: string
  column: string | null
  reason: string
  count: number
  /** The first of them. */
  rows: readonly number[]
  /** The row that a cell names and that does not exist. */
  missing: { noun: string; name: string } | null
}

const api = '/api/job'
const recent = 8
const quickMs = 500
const idleMs = 1500

export const isOpen = (job: Job): boolean => job.state === 'queued' || job.state === 'running'
export const jobsChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: [api] })

export const useJobs = (): readonly Job[] =>
  useQuery({
    queryKey: [api, 'page'],
    queryFn: ({ signal }) =>
      get<{ records: readonly Job[] }>(`${api}/page`, { size: recent }, { signal, quiet: true }).then(
        page => page.records,
      ),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? idleMs : false),
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

/** Null until it is known, and for jobs other than imports. */
export const useCauses = (job: Job): readonly JobCause[] | null =>
  useQuery({
    queryKey: [api, job.id, 'causes', job.dry, job.failed],
    queryFn: ({ signal }) => get<readonly JobCause[]>(`${api}/${job.id}/causes`, undefined, { signal, quiet: true }),
    enabled: job.kind === 'import',
  }).data ?? null

const act = async (job: Job, name: string): Promise<void> => {
  const next = await post<Job>(`${api}/${job.id}/${name}`)
  queries.setQueryData([api, job.id], next)
  await jobsChanged()
}
export const cancelJob = (job: Job): Promise<void> => act(job, 'cancel')
/** Checks the file once more. */
export const checkAgain = (job: Job): Promise<void> => act(job, 'check')
/** Imports the checked file. */
export const startChecked = (job: Job): Promise<void> => act(job, 'import')

/** Jobs shown in a dialog, whose end needs no toast. */
export const watchedJobs = new Set<string>()

/** Lets the browser download the file by a link valid for two minutes, so that a large file is never in memory. */
export const fetchJobFile = async (job: Job): Promise<void> => {
  const { url } = await post<{ url: string }>(`${api}/${job.id}/link`)
  const link = document.createElement('a')
  link.href = url
  link.download = job.title
  link.click()
}
