/** What stood in a form when the session ended or the screen was locked: kept in this tab for the same account, given back once. */
import type { Input, Params } from '#model/row.ts'
import { hasSession, isLocked, sessionValue } from '#console/data/session.ts'

const key = 'portico-drafts'
/** An older draft would surprise more than it helps. */
const keptMs = 12 * 3_600_000

type Draft = {
  userId: string
  /** The address it stood at. */
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
    // Without room nothing is kept; the form is lost as it would be without drafts.
  }
}

let leftByChoice = false
/** Who signs out wants nothing to stay behind in this browser. */
export const forgetDrafts = (): void => {
  leftByChoice = true
  write([])
}

/** To be called when a form goes: keeps it when it goes because the session ended or the screen was locked. */
export const keepDraft = (draft: Omit<Draft, 'atMs'>): void => {
  if (leftByChoice || (hasSession() && !isLocked())) return
  const others = read().filter(
    one => one.userId === draft.userId && !(one.path === draft.path && one.form === draft.form),
  )
  write([...others, { ...draft, atMs: Date.now() }])
}

const isHere = (draft: Draft): boolean => draft.userId === sessionValue('user_id') && draft.path === location.pathname

/** The forms of this page that wait to be opened again, by the beginning of their names. */
export const waitingDraft = (prefix: string): string | undefined =>
  read().find(draft => isHere(draft) && draft.form.startsWith(prefix))?.form

/** What was kept of a form. Reads only: what renders may be rendered again before it is shown. */
export const draftOf = (form: string): Params | undefined =>
  isLocked() ? undefined : read().find(draft => isHere(draft) && draft.form === form)?.changes

/** To be called once it is shown: a draft is given back once, and what another account left goes. */
export const draftShown = (form: string): void => {
  leftByChoice = false
  const userId = sessionValue('user_id')
  write(read().filter(draft => draft.userId === userId && !(isHere(draft) && draft.form === form)))
}
