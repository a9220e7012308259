/** References of the API description, for all who read it. */

/** What a reference leads to; anything else as it is. */
export function followed<Part>(document: object, part: Part): Part {
  const { $ref } = (part ?? {}) as { $ref?: unknown }
  if (typeof $ref !== 'string') return part
  const found = $ref
    .slice('#/'.length)
    .split('/')
    .reduce((at: unknown, name) => (at as { [name: string]: unknown } | undefined)?.[name], document)
  return followed(document, found as Part)
}

/** Whether a schema of this name describes one value of a row, as in `person_gender`: it is read where it is referred to. */
export const isValueName = (name: unknown): boolean => String(name).includes('_')
/** What a reference to a single value leads to; a reference to a row stays one. */
export const withValue = <Part>(document: object, part: Part): Part =>
  isValueName((part as { $ref?: unknown } | undefined)?.$ref) ? followed(document, part) : part
