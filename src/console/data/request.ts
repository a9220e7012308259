/** Every call to the server: token, application, language, time limits, and the rules for refusals. */
import type { Input, Params } from '#model/row.ts'
import { request as limits } from '#console/kit/defaults.ts'
import { currentLanguage } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { noteReached } from '#console/data/offline.ts'
import { freshToken } from '#console/data/freshToken.ts'
import { noAnswer } from '#console/data/noAnswer.ts'
import { sessionValue, VIEWED_ROLE } from '#console/data/session.ts'

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
  /** An object is sent as JSON, FormData and URLSearchParams unchanged. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** `false` sends no access token. */
  token?: false
  /** Returns the answer with any code instead of rejecting. */
  noCode?: boolean
  /** Returns a refusal to the caller instead of showing it. */
  showError?: boolean
  /** Rejects without a toast, because the caller shows the error itself. */
  quiet?: boolean
  timeoutMs?: number
  signal?: AbortSignal
  /** The request outlives the page; browsers limit its body to 64 KB. */
  keepalive?: boolean
}

/** Thrown for a refusal; `fields` are the server's messages for single fields, `shown` is true after a toast showed it. */
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

/** Refused because the account is limited to sites or device groups, and this is about whole applications. */
export const isBeyondPlaces = (error: unknown): boolean =>
  error instanceof RequestError && error.error === 'beyond_places'

/** Replaces the browser's message for a failed call, which is technical and in the browser's language. */
class NoAnswer extends Error {
  constructor(cause: unknown) {
    super(noAnswer[currentLanguage() === 'en' ? 1 : 0], { cause })
  }
}

const { timeoutMs, longTimeoutMs } = limits
/** Callers of these paths handle a 401 themselves. */
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
/** Set by the console: where the application of the route is read, and what follows the end of a session. */
export const setRequestHost = (host: {
  appId?: () => string | undefined
  expired?: () => void
  /** Asks the user to verify their identity again; resolves with whether they did. */
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

/** The headers with access token and language, also for uploads and streams. */
export const callHeaders = (): Record<string, string> => {
  const token = sessionValue('access_token')
  const viewed = sessionStorage.getItem(VIEWED_ROLE)
  return {
    'Accept-Language': currentLanguage() === 'en' ? 'en' : 'zh-CN',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(viewed ? { 'X-View-As': viewed } : {}),
  }
}

/** Adds the application of the route to the query and to a plain body, unless the caller names one. */
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
    keepalive: options.keepalive === true,
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
      // A time limit that passed does not mean that the network failed.
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

/** Returns the result, sends the call `again` after the user has verified their identity, or rejects with RequestError. */
export const settle = async <T>(
  path: string,
  answer: Answer<T>,
  options: RequestOptions,
  again: () => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  const { status } = answer
  if (options.noCode && status <= 500 && status !== 401) return answer
  if (answer.code === 0 && status === 200) return answer
  // Sensitive actions need a new proof of identity; the call is then repeated.
  if (answer.error === 'need_proof' && (await onProof((answer.data as { ways?: string[] } | null)?.ways ?? [])))
    return again()
  if (options.showError && status <= 500 && (status !== 401 || options.token === false)) return answer
  throw refuse(path, answer, options)
}

/** The whole answer. Rejects with RequestError on a code other than 0, and with NoAnswer without an answer. */
export const send = async <T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> => {
  const response = await open(path, options)
  const body = (await response.json().catch(() => null)) as Partial<Answer<T>> | null
  // The token call and a few others answer outside the envelope; their HTTP status counts.
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

/** Saves a blob as a file; a name without an extension gets that of its type. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = /\.\w{2,5}$/.test(name) ? name : name + (endings[blob.type.split(';')[0]!] ?? '')
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves the answer as a file. By the specification a failure is only logged; resolves with whether the file was saved. */
export const download = async (path: string, name: string, options: RequestOptions = {}): Promise<boolean> => {
  try {
    saveBlob(await fetchBlob(path, options), name)
    return true
  } catch (error) {
    console.warn('download failed', path, error)
    return false
  }
}
