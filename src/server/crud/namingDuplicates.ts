/** A duplicate value is refused with the name of its field. */
import { Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import { snake } from './columns.ts'

const UNIQUE_VIOLATION = '23505'

/** Runs `write`, which writes a row of `noun`; a violation of a unique index becomes a refusal for the index's field. */
export async function namingDuplicates<T>(noun: Noun, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string }
    // Under row security the database reports only the index, and indexes are named after their column.
    const found = Object.entries(noun.fields).find(([name, field]) => field.unique && constraint.includes(snake(name)))
    if (code !== UNIQUE_VIOLATION || !found) throw error
    const [name, { label }] = found
    const text = [`${label[0]}已存在`, `${label[1]} already exists`] as const
    throw new Refusal('duplicate', { text, data: { problems: [{ field: name, text }] } })
  }
}
