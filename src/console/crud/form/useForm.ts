/** The state of a form: values, errors, and whether anything was changed. Values are checked by the definitions of the fields. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Field, Fields } from '#model/field.ts'
import { judge } from '#model/judge.ts'
import type { Input as Values } from '#model/row.ts'
import { isEmpty } from '#model/verdict.ts'
import { judgeForm, keepable, untouched } from '#console/crud/form/formValues.ts'
import { draftOf, draftShown, keepDraft } from '#console/data/drafts.ts'
import { hasSession, sessionValue } from '#console/data/session.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Words } from '#console/kit/language.tsx'
import { RequestError } from '#console/data/request.ts'

export type Problems = Readonly<Record<string, Words>>

const pressMs = 200

/** The draft of the form `draft` from an ended session, announced once; stores changes when the form unmounts. */
const useDraft = (draft: string | undefined, fields: Fields, given: Values) => {
  const [found, setFound] = useState<Values>({})
  const start = useMemo(() => ({ ...given, ...found }), [given, found])
  const [restored] = useState(() => (draft === undefined ? undefined : draftOf(draft)))
  useEffect(() => {
    if (draft === undefined || !hasSession()) return
    draftShown(draft)
    if (restored) toast.info(['已恢复未保存的内容', 'Your unsaved changes have been restored'])
  }, [draft, restored])
  const [values, setValues] = useState<Values>(() => (restored ? { ...start, ...restored } : start))
  const latest = useRef(values)
  latest.current = values
  const origin = useRef({ fields, start })
  origin.current = { fields, start }
  useEffect(() => {
    if (draft === undefined) return
    const [userId, path] = [sessionValue('user_id') ?? '', location.pathname]
    return () => {
      const changes = keepable(origin.current.fields, latest.current, origin.current.start)
      if (userId && Object.keys(changes).length) keepDraft({ userId, path, form: draft, changes })
    }
  }, [draft])
  /** Adds initial values that are known only later; they replace nothing that was filled in, and are no changes. */
  const begin = useCallback((later: Values): void => {
    const open = Object.fromEntries(Object.entries(later).filter(([name]) => isEmpty(latest.current[name])))
    setFound(old => ({ ...old, ...open }))
    setValues(old => ({ ...old, ...open }))
  }, [])
  return { values, setValues, latest, start, begin }
}

/** Fields that are checked when they lose the focus. */
const isJudgedAlone = (field: Field | undefined, value: unknown): field is Field =>
  field !== undefined && field.kind !== 'json' && field.kind !== 'file' && !isEmpty(value)

/** The server's error messages by field. */
const problemsIn = (error: RequestError): Problems =>
  Object.fromEntries(error.fields.map(({ field, msg }) => [field.split('.')[0] ?? field, msg]))

/** A form with a `draft` name is stored when the session ends, and restored after the user has signed in again. */
export const useForm = (fields: Fields, start: Values, before: Values | undefined, draft?: string) => {
  const { values, setValues, latest, start: begun, begin } = useDraft(draft, fields, start)
  const [problems, setProblems] = useState<Problems>({})
  const set = useCallback((name: string, value: unknown): void => {
    setValues(old => ({ ...old, [name]: value }))
    setProblems(old => {
      const { [name]: _gone, ...rest } = old
      return rest
    })
  }, [])
  /** Sets several values and clears their errors. */
  const fill = useCallback((given: Values): void => {
    setValues(old => ({ ...old, ...given }))
    setProblems({})
  }, [])
  const clear = useCallback((): void => {
    setValues({})
    setProblems({})
  }, [])
  const dirty = useMemo(() => JSON.stringify(values) !== JSON.stringify(begun), [values, begun])

  /** Checks a field when it loses the focus, unless it is empty, because it may be filled in later. */
  const check = (name: string): void => {
    const field = fields[name]
    const value = values[name]
    if (!isJudgedAlone(field, value) || untouched(fields, name, value, before)) return
    const verdict = judge(field, value)
    // Errors shown at once would move the button away from under the press that took the focus.
    if ('problem' in verdict)
      setTimeout(() => {
        if (latest.current[name] === value) setProblems(old => ({ ...old, [name]: verdict.problem }))
      }, pressMs)
  }

  /** Returns the values to send, or undefined if one is invalid; the errors are then shown at the fields. */
  const read = (): Values | undefined => {
    const { ok, found } = judgeForm(fields, values, before)
    setProblems(found)
    return Object.keys(found).length ? undefined : ok
  }

  /** Whether these fields are valid, for a step of a wizard; their errors are shown. */
  const holds = (names: readonly string[]): boolean => {
    const some = Object.fromEntries(names.flatMap(name => (fields[name] ? [[name, fields[name]]] : [])))
    const { found } = judgeForm(some, values, before)
    setProblems(old => ({ ...Object.fromEntries(Object.entries(old).filter(([name]) => !(name in some))), ...found }))
    return Object.keys(found).length === 0
  }

  /** Shows a failed save once: at the fields if the server names some of this form, otherwise as a toast. */
  const refuse = (error: unknown): void => {
    if (!(error instanceof RequestError)) return void toast.error()
    const found = problemsIn(error)
    setProblems(found)
    const shown = error.shown || Object.keys(found).some(name => name in fields)
    if (!shown) toast.error(error.message || undefined)
  }
  return { values, problems, set, fill, begin, clear, dirty, check, read, holds, refuse }
}
