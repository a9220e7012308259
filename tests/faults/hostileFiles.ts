/** Spreadsheets that no person would create, with the expected answers. */
import { rowOf, text, workbook } from '../harness/workbook.ts'

export interface HostileFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  names: string
}

const csv = (content: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(content))

/** `headings`: the number of columns of the longest heading row. */
export function hostileFiles(headings: number): HostileFile[] {
  const strange = ['__proto__', 'constructor', 'toString']
  const words = (count: number): string =>
    Array.from({ length: count }, (_, at) => strange[at] ?? at.toString(36)).join(',')
  const heading = rowOf(1, ['姓名', '类型'])
  const xlsx = (sheetData: string): Uint8Array<ArrayBuffer> => Uint8Array.from(workbook(sheetData))
  return [
    { name: 'a.csv', bytes: csv(words(headings)), names: '标题最多200列' },
    { name: 'b.csv', bytes: csv(`${words(200)}\n1`), names: '没有可识别的列' },
    { name: 'c.csv', bytes: csv(`姓名,类型${','.repeat(headings)}x\n`), names: '标题最多200列' },
    { name: 'd.csv', bytes: csv(`${'长'.repeat(350_000)},姓名\n1`), names: '缺少必填列' },
    { name: 'e.csv', bytes: csv(`姓名,姓名,类型,类型\n1`), names: '出现了2次' },
    { name: 'f.xlsx', bytes: xlsx(`${heading}<row r="2">${text('ZZZZZZZ2', 'x')}</row>`), names: 'ZZZZZZZ2' },
    {
      name: 'g.xlsx',
      bytes: xlsx(
        heading +
          Array.from({ length: 40_000 }, (_, at) => `<row r="${at + 2}">${text(`XFD${at + 2}`, 'x')}</row>`).join(''),
      ),
      names: '离数据太远',
    },
    { name: 'h.xlsx', bytes: xlsx(rowOf(1, ['_x0000_', '_xD800_']) + rowOf(2, ['x'])), names: '没有可识别的列' },
  ]
}
