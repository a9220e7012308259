/** Creates the row that cells of an import name: in a tree with what is missing above it. */
import { fieldsToWrite } from '#console/crud/job/fieldsToWrite.ts'
import type { Job, JobCause } from '#console/data/jobs.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { can } from '#console/data/me.ts'
import { nounOf } from '#console/data/registry.ts'
import { get, post } from '#console/data/request.ts'
import { verbsOf, type Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'

type Branch = Row & { children?: readonly Branch[] }

/** The noun, if its rows need nothing but a name and the user may add them. */
export function creatable(key: string): Noun | undefined {
  const noun = nounOf(key)
  if (!noun || !verbsOf(noun).includes('add') || !can(`${key}:add`)) return undefined
  const needed = fieldsToWrite(noun).filter(([, field]) => field.required && field.initial === undefined)
  return needed.every(([name]) => name === noun.name) ? noun : undefined
}

/** Causes that creating a row ends. Only a checked file can be checked again; what was imported is not there any more. */
export const missingIn = (job: Job, causes: readonly JobCause[]): readonly JobCause[] =>
  job.dry ? causes.filter(({ missing }) => missing && creatable(missing.noun)) : []

/** `name` may be a path in a tree, as in 总部/研发部. */
export async function createMissing(noun: Noun, name: string, appId: string | null): Promise<void> {
  const scope = appId ? { appId } : {}
  const add = async (label: string, parentId?: string): Promise<string> =>
    (await post<Row>(noun.api, { ...scope, [noun.name]: label, ...(parentId ? { parentId } : {}) })).id
  if (!noun.tree) await add(name)
  else {
    let level = await get<readonly Branch[]>(`${noun.api}/tree`, scope)
    let parent: string | undefined
    for (const step of name.split(/[/／]/).map(one => one.trim())) {
      const known = level.find(row => row[noun.name] === step)
      parent = known?.id ?? (await add(step, parent))
      level = known?.children ?? []
    }
  }
  await invalidateRows(noun.api)
}
