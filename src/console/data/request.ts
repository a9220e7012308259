/** Every call to the server: token, application, language, time limits, and the rules for answers that say no. */
import type { Input, Params } from '#model/row.ts'
import { request as limits } from '#console/kit/defaults.ts'
import { currentLanguage } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { noteReached } from '#console/data/away.ts'
import { freshToken } from '#console/data/freshToken.ts'
import { noAnswer } from '#console/data/noAnswer.ts'
import { sessionValue } from '#console/data/session.ts'

export interface Answer<T = unknown> {
  code: number
  msg: string | null
  data: T
  error?: string
  status: number
  headers: Headers
}
export type Query = Readonly<Params>
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Query
  /** An object travels as JSON, FormData and URLSearchParams as they are. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** `false` sends no Bearer. */
  token?: false
  /** Accepts the answer whatever its code. */
  noCode?: boolean
  /** Hands a refusal back to the caller instead of showing it. */
  showError?: boolean
  /** Rejects without a toast: the caller says it in its own place. */
  quiet?: boolean
  timeoutMs?: number
  signal?: AbortSignal
}

/** Thrown for a refusal; `fields` are the server's words for single fields, `shown` says that a toast has said it. */
export class RequestError extends Error {
  readonly status: number
  readonly code: number
  readonly error: string
  readonly data: unknown
  readonly shown: boolean
  constructor(
    answer: { msg: string | null; status: number; code: number; error?: string; data?: unknown },
    shown: boolean,
  ) {
    super(answer.msg ?? '')
    this.status = answer.status
    this.code = answer.code
    this.error = answer.error ?? ''
    this.data = answer.data
    this.shown = shown
  }
  get fields(): readonly { field: string; msg: string }[] {
    return (this.data as { fields?: { field: string; msg: string }[] } | null)?.fields ?? []
  }
}

/** Nothing came back: the browser's own words for it are in its language, and not for people. */
class NoAnswer extends Error {
  constructor(cause: unknown) {
    super(noAnswer[currentLanguage() === 'en' ? 1 : 0], { cause })
  }
}

const { timeoutMs, longTimeoutMs } = limits
/** A 401 of these is the caller's affair. */
const exempt = [
  '/api/admin/user/info',
  '/api/attendance/v1/attendance/record/export',
  '/api/attendance/v1/attendance/record/exportInfo',
  '/api/admin/personDefinition/generateImportTemplate',
  '/api/admin/personDefinition/advancedTemplateDownload',
]
const dateHelpers = ['searchDateBtn', 'entrysearchDateBtn', 'createTimeBtn']

let appIdOfRoute = (): string | undefined => undefined
let onExpired = (): void => {}
let onProof = (_ways: readonly string[]): Promise<boolean> => Promise.resolve(false)
/** The app says where the application of the route is read and what follows a lost session. */
export const setRequestHost = (host: {
  appId?: () => string | undefined
  expired?: () => void
  /** Asks who it is once more; resolves with whether that was proved. */
  proof?: (ways: readonly string[]) => Promise<boolean>
}): void => {
  if (host.appId) appIdOfRoute = host.appId
  if (host.expired) onExpired = host.expired
  if (host.proof) onProof = host.proof
}

/** The application of the route, or undefined on the platform. */
export const routeAppId = (): string | undefined => appIdOfRoute()

const isPlain = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const withoutHelpers = (values: Readonly<Input>): Input =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !(dateHelpers.includes(name) && typeof value === 'object')),
  )

export const queryText = (query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  )
  return pairs.length ? `?${new URLSearchParams(pairs as [string, string][])}` : ''
}

/** Bearer, language and nothing else: also for uploads and streams. */
export const callHeaders = (): Record<string, string> => {
  const token = sessionValue('access_token')
  return {
    'Accept-Language': currentLanguage() === 'en' ? 'en' : 'zh-CN',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
}

/** Adds the application of the route to the query and to a plain body; one that the caller names goes before it. */
const placed = (options: RequestOptions): { query: Input; body: unknown } => {
  const query = withoutHelpers(options.query ?? {})
  const body = isPlain(options.body) ? withoutHelpers(options.body) : options.body
  const appId = query.appId ?? (isPlain(body) ? body.appId : undefined) ?? appIdOfRoute()
  if (appId === undefined || appId === null || appId === '' || options.token === false) return { query, body }
  return { query: { ...query, appId }, body: isPlain(body) ? { ...body, appId } : body }
}

const open = async (path: string, options: RequestOptions): Promise<Response> => {
  if (options.token !== false) await freshToken()
  const { query, body } = placed(options)
  const raw = body instanceof FormData || body instanceof URLSearchParams
  const { Authorization, ...plain } = callHeaders()
  const limit = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
  return fetch(path + queryText(query), {
    method: options.method ?? 'GET',
    credentials: 'include',
    headers: {
      ...plain,
      ...(Authorization && options.token !== false ? { Authorization } : {}),
      ...(body !== undefined && !raw ? { 'Content-Type': 'application/json' } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    signal: options.signal ? AbortSignal.any([limit, options.signal]) : limit,
  }).then(
    response => {
      noteReached(true)
      return response
    },
    (error: unknown) => {
      if (options.signal?.aborted) throw error
      // What took too long says nothing about the network.
      if (error instanceof TypeError) noteReached(false)
      throw new NoAnswer(error)
    },
  )
}

const refuse = (
  path: string,
  answer: { msg: string | null; status: number; code: number; error?: string; data?: unknown },
  options: RequestOptions,
): RequestError => {
  if (answer.status === 401 && options.token !== false && !exempt.includes(path)) {
    toast.error(['登录状态失效', 'Your session has ended'])
    onExpired()
    return new RequestError(answer, true)
  }
  const shown = !options.quiet
  if (shown) toast.error(answer.msg || undefined)
  return new RequestError(answer, shown)
}

/** What an answer means: it is the result, or who asks proves who they are and it is asked `again`, or it rejects with RequestError. */
export const settle = async <T>(
  path: string,
  answer: Answer<T>,
  options: RequestOptions,
  again: () => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  const { status } = answer
  if (options.noCode && status <= 500 && status !== 401) return answer
  if (answer.code === 0 && status === 200) return answer
  // What costs dearly asks who it is once more, and then goes on by itself.
  if (answer.error === 'need_proof' && (await onProof((answer.data as { ways?: string[] } | null)?.ways ?? [])))
    return again()
  if (options.showError && status <= 500 && (status !== 401 || options.token === false)) return answer
  throw refuse(path, answer, options)
}

/** The whole answer. Rejects with RequestError on a code other than 0, and NoAnswer when nothing came back. */
export const send = async <T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> => {
  const response = await open(path, options)
  const body = (await response.json().catch(() => null)) as Partial<Answer<T>> | null
  // The token call and the like answer outside the envelope: then the status speaks.
  const code = typeof body?.code === 'number' ? body.code : response.ok && body !== null ? 0 : 1
  const answer = {
    ...body,
    code,
    msg: body?.msg ?? null,
    data: (body && 'data' in body && 'code' in body ? body.data : body) as T,
    status: response.status,
    headers: response.headers,
  } as Answer<T>
  return settle(path, answer, options, () => send<T>(path, options))
}

export const get = async <T>(path: string, query?: Query, options?: RequestOptions): Promise<T> =>
  (await send<T>(path, { ...options, ...(query ? { query } : {}) })).data
export const post = async <T>(path: string, body: unknown = {}, options?: RequestOptions): Promise<T> =>
  (await send<T>(path, { ...options, method: 'POST', body })).data
export const put = async <T>(path: string, body: unknown, options?: RequestOptions): Promise<T> =>
  (await send<T>(path, { ...options, method: 'PUT', body })).data
export const del = async <T>(path: string, options?: RequestOptions): Promise<T> =>
  (await send<T>(path, { ...options, method: 'DELETE' })).data

/** A file by GET with a query or by POST with a body. Rejects when the server refuses, and when the answer has no URL of its own. */
export const fetchBlob = async (path: string, options: RequestOptions = {}): Promise<Blob> => {
  const response = await open(path, { timeoutMs: longTimeoutMs, ...options })
  const json = response.headers.get('content-type')?.includes('json')
  if (response.status !== 200 || json) {
    const body = json
      ? ((await response.json()) as { msg?: string; code?: number; error?: string; data?: { ways?: string[] } })
      : {}
    if (body.error === 'need_proof' && (await onProof(body.data?.ways ?? []))) return fetchBlob(path, options)
    if (response.status === 401) refuse(path, { msg: null, status: 401, code: 1 }, options)
    throw new Error(body.msg ?? String(response.status))
  }
  if (!response.url) throw new Error('the answer has no URL')
  return response.blob()
}

const endings: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.ms-excel': '.xls',
  'application/zip': '.zip',
  'text/csv': '.csv',
}

/** Gives a blob to the person as a file; a name without an ending gets that of its type. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = /\.\w{2,5}$/.test(name) ? name : name + (endings[blob.type.split(';')[0]!] ?? '')
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves what the server answers as a file. By the specification a failure is only logged; the promise says whether it came. */
export const download = async (path: string, name: string, options: RequestOptions = {}): Promise<boolean> => {
  try {
    saveBlob(await fetchBlob(path, options), name)
    return true
  } catch (error) {
    console.warn('download failed', path, error)
    return false
  }
}
