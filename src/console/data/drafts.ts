/** Changes of a form at the end of the session or the lock of the screen: stored in this tab and restored once, for the same account. */
import type { Input, Params } from '#model/row.ts'
import { hasSession, isLocked, sessionValue } from '#console/data/session.ts'

const key = 'portico-drafts'
/** Older drafts are dropped, because people no longer expect them. */
const keptMs = 12 * 3_600_000

type Draft = {
  userId: string
  /** The address of the page. */
  path: string
  /** Which form of that page. */
  form: string
  /** What was changed, by name. */
  changes: Input
  atMs: number
}

const read = (): readonly Draft[] => {
  try {
    const drafts = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Draft[]
    return drafts.filter(draft => Date.now() - draft.atMs < keptMs)
  } catch {
    return []
  }
}
const write = (drafts: readonly Draft[]): void => {
  try {
    if (drafts.length) sessionStorage.setItem(key, JSON.stringify(drafts))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage space there is no draft, and the changes are lost.
  }
}

let leftByChoice = false
/** Called at sign-out, after which no data of the user may remain in this browser. */
export const forgetDrafts = (): void => {
  leftByChoice = true
  write([])
}

/** Called when a form unmounts: stores it if the session ended or the screen was locked. */
export const keepDraft = (draft: Omit<Draft, 'atMs'>): void => {
  if (leftByChoice || (hasSession() && !isLocked())) return
  const others = read().filter(
    one => one.userId === draft.userId && !(one.path === draft.path && one.form === draft.form),
  )
  write([...others, { ...draft, atMs: Date.now() }])
}

const isHere = (draft: Draft): boolean => draft.userId === sessionValue('user_id') && draft.path === location.pathname

/** The drafts of this page whose names begin with this prefix. */
export const waitingDraft = (prefix: string): string | undefined =>
  read().find(draft => isHere(draft) && draft.form.startsWith(prefix))?.form

/** The draft of a form. It is only read, because React may render a component several times before showing it. */
export const draftOf = (form: string): Params | undefined =>
  isLocked() ? undefined : read().find(draft => isHere(draft) && draft.form === form)?.changes

/** Called after the draft is shown: removes it, and drafts of other accounts. */
export const draftShown = (form: string): void => {
  leftByChoice = false
  const userId = sessionValue('user_id')
  write(read().filter(draft => draft.userId === userId && !(isHere(draft) && draft.form === form)))
}
