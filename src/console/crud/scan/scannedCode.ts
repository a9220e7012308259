/** From the text of a scanned code to the code itself; labels that this platform prints are addresses, whose row is asked for. */
import type { TextField } from '#model/field.ts'
import type { Row } from '#model/row.ts'
import { codeIn } from '#console/crud/scan/codeIn.ts'
import type { Words } from '#console/kit/language.tsx'
import type { Page } from '#console/data/rows.ts'
import { get } from '#console/data/request.ts'
import type { Scanned } from '#console/kit/scan/ScanDialog.tsx'

/** The last part of an address. */
const lastPart = (text: string): string | undefined => {
  const address = URL.parse(text.trim())
  return address && /^https?:$/.test(address.protocol) ? address.pathname.split('/').pop() || undefined : undefined
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The code for a scanned text. `api` is the address of the rows whose printed labels are addresses, if they may be read. */
export async function scannedCode(
  { label: words, scanned }: TextField,
  name: string,
  api: string | undefined,
  text: string,
): Promise<Scanned> {
  const code = codeIn(text)
  if (code !== undefined) return { code }
  const part = lastPart(text)
  const [zh, en] = words
  if (part === undefined || typeof scanned !== 'string' || api === undefined)
    return { because: [`“${short(text)}”不是${zh}`, `“${short(text)}” is not a ${en.toLowerCase()}`] }
  try {
    const { records } = await get<Page<Row>>(`${api}/page`, { current: 1, size: 1, [scanned]: part }, { quiet: true })
    const found = records[0]?.[name]
    if (typeof found === 'string') return { code: found }
    return { because: ['没有找到这个标签对应的记录', 'No record with this label was found'] }
  } catch (error) {
    return { because: (error as Error).message }
  }
}
