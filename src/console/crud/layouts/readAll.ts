/** The rows that match the filters of a list, of all its pages. */
import { get } from '#console/data/request.ts'
import type { Page } from '#console/data/rows.ts'

/** The most rows that are read; a notice says so when there are more. */
const MOST = 1000
const AT_ONCE = 100

export async function readAll(
  api: string,
  filters: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Page> {
  const read = (current: number): Promise<Page> =>
    get<Page>(`${api}/page`, { ...filters, current, size: AT_ONCE }, { quiet: true, ...(signal ? { signal } : {}) })
  const first = await read(1)
  const records = [...first.records]
  for (let page = 2; records.length < Math.min(first.total, MOST); page++) {
    const more = await read(page)
    if (more.records.length === 0) break
    records.push(...more.records)
  }
  return { ...first, records }
}
