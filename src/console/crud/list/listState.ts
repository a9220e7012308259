/** The state of a list: one function distinguishes loading, offline, refused, failed and empty. */
import { COULD_NOT_LOAD } from '#base/texts.ts'
import { noAnswer } from '#console/data/noAnswer.ts'
import { RequestError } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'

/**
 * `loading`: no answer yet. `offline`: the server was not reached. `refused`: this person may not see it. `failed`: the server
 * could not answer. `empty`: there is no row at all. `unmatched`: no row matches the filters.
 */
export type ListState = 'loading' | 'offline' | 'refused' | 'failed' | 'empty' | 'unmatched' | 'rows'

type Answered = { error: unknown; waiting: boolean; count: number; filtered: boolean }

export const listState = ({ error, waiting, count, filtered }: Answered): ListState => {
  if (count > 0) return 'rows'
  if (error) return !(error instanceof RequestError) ? 'offline' : error.status === 403 ? 'refused' : 'failed'
  if (waiting) return 'loading'
  return filtered ? 'unmatched' : 'empty'
}

/** There is only an error: nothing of the list is known, neither its rows nor how many there are. */
export const isUnread = (state: ListState): boolean => state === 'offline' || state === 'refused' || state === 'failed'

type LoadErrorText = { title: Words; note?: Words }
const TITLES: Readonly<Partial<Record<ListState, Words>>> = {
  offline: ['连接不上服务器', 'The server cannot be reached'],
  failed: COULD_NOT_LOAD,
}
/** The message instead of rows that could not be fetched; undefined without an error. */
export const loadErrorOf = (error: unknown): LoadErrorText | undefined => {
  if (!error) return undefined
  const [title, reason] = [
    TITLES[listState({ error, waiting: false, count: 0, filtered: false })],
    failureWords(error)!,
  ]
  // A refusal says by itself what is missing and who can help.
  return title ? { title, note: reason } : { title: reason }
}

/** Why rows are missing or may be outdated, in the server's words, never the browser's. */
export const failureWords = (error: unknown): Words | undefined =>
  error ? (error instanceof RequestError && error.message ? error.message : noAnswer) : undefined
