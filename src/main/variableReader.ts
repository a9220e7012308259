/** Reads variables of the environment by kind, and collects their problems: one line each, beginning with the variable. */
import { isIP } from 'node:net'
import type { VariableName as Name } from './variables.ts'

export type VariableReader = ReturnType<typeof variableReader>

/** Nothing throws; each reader returns null or its default when there is a problem. */
export function variableReader(env: Readonly<Record<string, string | undefined>>) {
  const problems: string[] = []
  const wrong = (name: Name, what: string): null => {
    problems.push(`${name}: ${what}`)
    return null
  }
  // An empty value means "not set", as in an env file with blanks.
  const get = (name: Name): string | null => env[name]?.trim() || null
  const quoted = (name: Name): string => JSON.stringify(get(name))
  return {
    problems,
    wrong,
    get,
    port(name: Name): number | null {
      const text = get(name)
      if (text === null) return null
      return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535
        ? Number(text)
        : wrong(name, `${quoted(name)} is no port; give a number from 1 to 65535`)
    },
    url(name: Name, protocols: readonly string[], example: string): URL | null {
      const text = get(name)
      if (text === null) return null
      // The value may contain a password, so no message repeats it.
      const parsed = URL.canParse(text) ? new URL(text) : null
      return parsed && protocols.includes(parsed.protocol) && parsed.hostname
        ? parsed
        : wrong(name, `is not an address of the form ${example}`)
    },
    host(name: Name, byDefault: string): string {
      const text = get(name)
      if (text !== null && isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text))
        wrong(name, `${quoted(name)} is no address or host name`)
      return text ?? byDefault
    },
    whole(name: Name, byDefault: number, [least, most]: readonly [number, number], unit: string): number {
      const value = Number(get(name) ?? byDefault)
      if (!Number.isInteger(value) || value < least || value > most)
        wrong(name, `${quoted(name)} is no number of ${unit} from ${least} to ${most}`)
      return value
    },
  }
}
