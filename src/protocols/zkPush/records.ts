/** The two forms of records on the wire: names and values between tabs, and between commas. */

/** By name in lower case, because firmware does not agree on it; without the `~` that stands before what cannot be set. */
export type Fields = ReadonlyMap<string, string>

const put = (fields: Map<string, string>, pair: string): void => {
  const at = pair.indexOf('=')
  // The first of a name counts: what a value holds can replace none that came before.
  const name = pair.slice(0, at).trim().replace(/^~/, '').toLowerCase()
  if (at > 0 && !fields.has(name)) fields.set(name, pair.slice(at + 1).replace(/\r$/, ''))
}

/** `time=…⇥pin=…`; a name of the table before the first, as in `user pin=1`, is none of its fields. */
export function fieldsOf(line: string, table = ''): Fields {
  const fields = new Map<string, string>()
  const bare = table && line.toLowerCase().startsWith(`${table.toLowerCase()} `) ? line.slice(table.length + 1) : line
  for (const pair of bare.split('\t')) put(fields, pair)
  return fields
}

/** `DeviceType=acc,~DeviceName=…`, of registrations and options. */
export function optionsOf(text: string): Fields {
  const fields = new Map<string, string>()
  for (const pair of text.split(/[,\r\n]/)) put(fields, pair)
  return fields
}

/** Lines that hold something. */
export const linesOf = (text: string): string[] => text.split(/\r?\n/).filter(line => line.trim() !== '')

/** A value in a record: what would end it, or the record, is a blank, so that a name stays a name. */
export const plain = (value: unknown): string => String(value ?? '').replace(/[\0-\x1f\x7f\u0085\u2028\u2029]+/g, ' ')
