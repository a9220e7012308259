/** The state of a form of the public site: its values and the server's errors, by field. */
import { useState } from 'react'
import type { RequestError } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'

export const useSiteForm = <Name extends string>() => {
  const [values, setValues] = useState<Partial<Record<Name, string>>>({})
  const [errors, setErrors] = useState<Partial<Record<Name, Words>>>({})
  const field = (name: Name) => ({
    value: values[name] ?? '',
    onChange: (value: string) => {
      setValues(old => ({ ...old, [name]: value }))
      setErrors(({ [name]: _gone, ...rest }) => rest as Partial<Record<Name, Words>>)
    },
    name,
    size: 'large' as const,
    ...(errors[name] ? { error: errors[name] as Words } : {}),
  })
  /** Shows the server's messages at the fields, a wrong captcha at `code`. Returns whether there are any. */
  const showErrors = (error: RequestError | undefined): boolean => {
    const found = error?.error === 'bad_captcha' ? [{ field: 'code', msg: error.message }] : (error?.fields ?? [])
    setErrors(Object.fromEntries(found.map(({ field, msg }) => [field, msg])) as Partial<Record<Name, Words>>)
    return found.length > 0
  }
  return { values, errors, setErrors, field, showErrors }
}
