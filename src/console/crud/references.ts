/** Finds rows of other nouns by name, for filters and forms. */
import type { Noun } from '#model/noun.ts'
import type { Params, Row } from '#model/row.ts'
import { get } from '#console/data/request.ts'
import { nounOf } from '#console/data/registry.ts'
import type { Page } from '#console/data/rows.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import type { Option } from '#console/kit/input/Options.tsx'

const few = 20
/** A list for choosing several has at most this number of rows; the others are found by typing. */
export const MOST_OPTIONS = 100

const optionOf =
  (noun: Noun) =>
  (row: Row): Option => {
    const called = noun.called && row[noun.called]
    const name = nameOf(noun, row)
    const note = called ? name : noun.name === 'name' ? (row.sn ?? row.modelNo ?? row.personNo ?? row.code) : row.name
    return {
      id: row.id,
      label: typeof called === 'string' && called ? called : name,
      ...(typeof note === 'string' && note ? { note } : {}),
    }
  }

/** Rows that take nothing new are found only by filters. */
const openOnly = ({ closedIn, states }: Noun): Params => {
  if (!closedIn) return {}
  const open = Object.entries(states![closedIn.state]!.states).filter(([name]) => !closedIn.in.includes(name))
  return { [closedIn.state]: open.map(([, [wire]]) => wire).join(',') }
}

type Asked = { text: string; size: number; every?: boolean; signal?: AbortSignal | undefined }
const ask = async (key: string, { text, size, every, signal }: Asked): Promise<readonly Option[]> => {
  const noun = nounOf(key)
  if (!noun) return []
  const found = noun.fields[noun.name]?.find
  const read = async (by: string): Promise<readonly Option[]> => {
    const query = { current: 1, size, ...(every ? {} : openOnly(noun)), ...(text && found ? { [by]: text } : {}) }
    const page = await get<Page>(`${noun.api}/page`, query, { quiet: true, ...(signal ? { signal } : {}) })
    return page.records.map(optionOf(noun))
  }
  const called = await read(noun.called ?? noun.name)
  // Whoever types the name that identifies the row finds it too.
  const options = called.length || !noun.called || !text ? called : await read(noun.name)
  return found || !text
    ? options
    : options.filter(option => String(option.label).toLowerCase().includes(text.toLowerCase()))
}

type Loader = (text: string, signal: AbortSignal) => Promise<readonly Option[]>
const loaders = new Map<string, Loader>()
/**
 * The load function of a noun; with `every` it finds what takes nothing new too, for a filter. It is always the same
 * function, because ComboBox loads again when its function changes.
 */
export const referenceLoader = (key: string, every = false): Loader => {
  const name = `${key} ${every}`
  const known = loaders.get(name)
  if (known) return known
  const loader: Loader = (text, signal) => ask(key, { text, size: few, every, signal })
  loaders.set(name, loader)
  return loader
}

/** The first rows whose name contains the text, for choosing several. */
export const referenceOptions = (key: string, text: string, signal?: AbortSignal): Promise<readonly Option[]> =>
  ask(key, { text, size: MOST_OPTIONS, signal })

type Branch = Row & { children?: readonly Branch[] }
/** The only row of a noun, or null when there are none or several. */
export const onlyReference = async (noun: Noun, signal: AbortSignal): Promise<Option | null> => {
  const rows = noun.tree
    ? await get<readonly Branch[]>(`${noun.api}/tree`, undefined, { signal, quiet: true })
    : (await get<Page>(`${noun.api}/page`, { current: 1, size: 2, ...openOnly(noun) }, { signal, quiet: true })).records
  const [only, ...others]: readonly Branch[] = rows
  return only && !others.length && !only.children?.length ? optionOf(noun)(only) : null
}
