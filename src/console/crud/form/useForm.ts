/** What a form holds: values, what is wrong with them, and whether anything was changed. The fields judge themselves. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Fields } from '#model/field.ts'
import { judge, judgeAll } from '#model/judge.ts'
import { draftOf, draftShown, keepDraft } from '#console/data/drafts.ts'
import { hasSession, sessionValue } from '#console/data/session.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Words } from '#console/kit/language.tsx'
import { RequestError } from '#console/data/request.ts'

type Values = Record<string, unknown>
export type Problems = Readonly<Record<string, Words>>

/** What is masked or kept secret and was left alone says nothing new. */
const untouched = (fields: Fields, name: string, value: unknown, before: Values | undefined): boolean => {
  const field = fields[name]
  if (!before || !field) return false
  if (field.mask) return value === before[name]
  return field.kind === 'secret' ? value === undefined || value === null || value === '' : false
}

/** Values as they travel: files by id, free JSON parsed, nothing that is only shown. */
const travelling = (
  fields: Fields,
  values: Values,
  before: Values | undefined,
): { given: Values; broken: Record<string, Words> } => {
  const given: Values = {}
  const broken: Record<string, Words> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (untouched(fields, name, value, before) || (before && field.frozen)) continue
    if (field.kind === 'file')
      given[name] = Array.isArray(value)
        ? value.map(one => (typeof one === 'string' ? one : (one as { id: string }).id))
        : null
    else if (
      (field.kind === 'json' || field.kind === 'custom' || field.kind === 'branch') &&
      typeof value === 'string'
    ) {
      // Words and numbers between commas are a list of them: nobody types quotation marks for card numbers.
      if (/^[\w-]+([,，\s]+[\w-]+)*$/.test(value.trim())) given[name] = value.trim().split(/[,，\s]+/)
      else
        try {
          given[name] = value.trim() === '' ? null : JSON.parse(value)
        } catch {
          broken[name] = [`${field.label[0]}不是有效的 JSON`, `${field.label[1]} is not valid JSON`]
        }
    } else given[name] = value ?? null
  }
  return { given, broken }
}

const pressMs = 200

/** Of what was changed, what may be kept in the browser: no secrets, and no pictures that live in this page's memory only. */
const keepable = (fields: Fields, values: Values, start: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(
        ([name, value]) => fields[name]?.kind !== 'secret' && JSON.stringify(value) !== JSON.stringify(start[name]),
      )
      .map(([name, value]) => [
        name,
        fields[name]?.kind === 'file' && Array.isArray(value)
          ? value.map(one => (typeof one === 'string' ? one : (one as { id: string }).id))
          : value,
      ]),
  )

/** A form with a `draft` name is kept when the session ends, and given back after signing in again. */
export const useForm = (fields: Fields, start: Values, before: Values | undefined, draft?: string) => {
  const [given] = useState(() => (draft === undefined ? undefined : draftOf(draft)))
  const [values, setValues] = useState<Values>(() => (given ? { ...start, ...given } : start))
  useEffect(() => {
    if (draft === undefined || !hasSession()) return
    draftShown(draft)
    if (given) toast.info(['已恢复未保存的内容', 'What you had not saved is back'])
  }, [draft, given])
  const [problems, setProblems] = useState<Problems>({})
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
  const set = useCallback((name: string, value: unknown): void => {
    setValues(old => ({ ...old, [name]: value }))
    setProblems(old => {
      const { [name]: _gone, ...rest } = old
      return rest
    })
  }, [])
  /** Several values at once; what was wrong with the old ones is forgotten. */
  const fill = useCallback((given: Values): void => {
    setValues(old => ({ ...old, ...given }))
    setProblems({})
  }, [])
  const clear = useCallback((): void => {
    setValues({})
    setProblems({})
  }, [])
  const dirty = useMemo(() => JSON.stringify(values) !== JSON.stringify(start), [values, start])

  /** Judges one field when it is left, unless it is still empty: nobody is scolded for what they have yet to write. */
  const check = (name: string): void => {
    const field = fields[name]
    const value = values[name]
    if (
      !field ||
      field.kind === 'json' ||
      field.kind === 'file' ||
      value === undefined ||
      value === null ||
      value === '' ||
      untouched(fields, name, value, before)
    )
      return
    const verdict = judge(field, value)
    // Said at once, the words would move the button from under the press that left the field.
    if ('problem' in verdict)
      setTimeout(() => {
        if (latest.current[name] === value) setProblems(old => ({ ...old, [name]: verdict.problem }))
      }, pressMs)
  }

  /** Judges some of the fields: their values to send, and what is wrong. */
  const judged = (some: Fields): { ok: Values; found: Record<string, Words> } => {
    const { given, broken } = travelling(some, values, before)
    const asked = Object.entries(some).filter(([name]) => name in given || !before)
    const verdict = judgeAll(
      Object.fromEntries(asked.map(([name, field]) => [name, field.by ? { ...field, by: 'user' as const } : field])),
      given,
      {},
      { partial: before !== undefined },
    )
    const found: Record<string, Words> = { ...broken }
    if ('problems' in verdict)
      for (const problem of verdict.problems) found[problem.field.split('.')[0] ?? ''] ??= problem.text
    return { ok: 'problems' in verdict ? {} : verdict.ok, found }
  }

  /** The values to send, or undefined when something is wrong; then the words stand beside the fields. */
  const read = (): Values | undefined => {
    const { ok, found } = judged(fields)
    setProblems(found)
    return Object.keys(found).length ? undefined : ok
  }

  /** Whether these fields may be left behind, as by a step of a wizard; what is wrong stands beside them. */
  const holds = (names: readonly string[]): boolean => {
    const some = Object.fromEntries(names.flatMap(name => (fields[name] ? [[name, fields[name]]] : [])))
    const { found } = judged(some)
    setProblems(old => ({ ...Object.fromEntries(Object.entries(old).filter(([name]) => !(name in some))), ...found }))
    return Object.keys(found).length === 0
  }

  /** A failed save, said once: at its fields where the server names some of this form, else as a toast. */
  const refuse = (error: unknown): void => {
    if (!(error instanceof RequestError)) toast.error()
    else if (!blame(error) && !error.shown) toast.error(error.message || undefined)
  }
  /** Puts the server's words beside its fields; answers whether any of them is in this form. */
  const blame = (error: RequestError): boolean => {
    const found = Object.fromEntries(error.fields.map(({ field, msg }) => [field.split('.')[0] ?? field, msg]))
    setProblems(found)
    return Object.keys(found).some(name => name in fields)
  }
  return { values, problems, set, fill, clear, dirty, check, read, holds, refuse }
}
