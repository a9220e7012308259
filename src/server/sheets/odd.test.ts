/** Workbooks and texts as other programs and people write them: each with its right rows, from the headings on. */
import { readSheet as readWorkbook } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { rowOf, text, workbook, zip, type Part } from '../../../tests/harness/workbook.ts'
import { lettersOf } from './cellBudget.ts'
import { makeSheets } from './sheets.ts'
import { tableFile, type Format } from './tableFile.ts'
import type { TableCell } from './WorkbookStream.ts'

const sheets = makeSheets()
const KNOWN = ['姓名', '工号', '类型']
const read = async (bytes: Uint8Array | string, name: string): Promise<unknown[]> => {
  const { heading, lines } = await sheets.read(Buffer.from(bytes as Uint8Array), name, KNOWN)
  const rows = Buffer.from(lines).toString()
  return [heading, ...(rows ? rows.split('\n').map(line => JSON.parse(line)) : [])]
}

/** A cell that says nothing of its place. */
const bare = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const heading = rowOf(1, ['姓名', '工号'])
const people = [
  ['姓名', '工号'],
  [2, '甲', '000123'],
]
/** A workbook with several sheets; `state` of each. */
function book(of: readonly (readonly [name: string, state: string, data: string])[], more: string[] = []): Buffer {
  const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const named = of.map(
    ([name, state], at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state && ` state="${state}"`} r:id="rId${at + 1}"/>`,
  )
  const related = of.map(
    ([name], at) =>
      `<Relationship Id="rId${at + 1}" Type="${REL}/${name === 'chart' ? 'chartsheet' : 'worksheet'}" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const parts: Part[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: `<workbook xmlns:r="${REL}"><sheets>${named.join('')}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${related.join('')}</Relationships>` },
    ...of.map(([, , data], at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `<worksheet>${more.join('')}<sheetData>${data}</sheetData></worksheet>`,
    })),
  ]
  return zip(parts)
}
const good = `${heading}<row r="2">${text('A2', '甲')}${text('B2', '000123')}</row>`
const bom = '\ufeff'
const plain = '姓名,工号\r\n甲,000123\r\n'
const utf16be = (value: string): Buffer => Buffer.from(value, 'utf16le').swap16()

describe('twelve odd files and more', () => {
  test.each<[string, Uint8Array | string, string, unknown[]]>([
    [
      'cells without references',
      workbook(`<row>${bare('姓名')}${bare('工号')}</row><row>${bare('甲')}${bare('000123')}</row>`),
      'a.xlsx',
      people,
    ],
    [
      'some cells without references, behind one that has one',
      workbook(`${rowOf(1, ['姓名', '', '工号'])}<row r="2">${text('A2', '甲')}<c/>${bare('000123')}</row>`),
      'a.xlsx',
      [
        ['姓名', '', '工号'],
        [2, '甲', '', '000123'],
      ],
    ],
    [
      'a title and a blank row above the headings',
      workbook(
        `${rowOf(1, ['2026 年人员名单'])}${rowOf(3, ['姓名*', '工号'])}<row r="4">${text('A4', '甲')}${text('B4', '000123')}</row>`,
      ),
      'a.xlsx',
      [
        ['姓名*', '工号'],
        [4, '甲', '000123'],
      ],
    ],
    [
      'a hidden first sheet',
      book([
        ['旧', 'hidden', rowOf(1, ['姓名', '类型'])],
        ['新', '', good],
      ]),
      'a.xlsx',
      people,
    ],
    [
      'a very hidden sheet and a chart before it',
      book([
        ['列表', 'veryHidden', rowOf(1, ['a'])],
        ['chart', '', ''],
        ['新', 'visible', good],
      ]),
      'a.xlsx',
      people,
    ],
    [
      'a hidden column',
      book([['新', '', good]], ['<cols><col min="2" max="2" width="0" hidden="1"/></cols>']),
      'a.xlsx',
      people,
    ],
    [
      'errors instead of values',
      workbook(
        `${heading}<row r="2">${text('A2', '甲')}<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row><row r="3">${text('A3', '乙')}<c r="B3" t='e'><v>#N/A</v></c></row>`,
      ),
      'a.xlsx',
      [
        ['姓名', '工号'],
        [2, '甲', '#DIV/0!'],
        [3, '乙', '#N/A'],
      ],
    ],
    ['sep=; in the first line', 'sep=;\r\n姓名;工号\r\n甲;000123', 'a.csv', people],
    ['sep= with a tab', 'SEP=\t\n姓名\t工号\n甲\t000123', 'a.csv', people],
    ['UTF-16, little end first', Buffer.from(bom + plain, 'utf16le'), 'a.csv', people],
    ['UTF-16, big end first', utf16be(bom + plain), 'a.csv', people],
    [
      'UTF-16 without a mark',
      utf16be('no,姓名\n1,甲'),
      'a.csv',
      [
        ['no', '姓名'],
        [2, '1', '甲'],
      ],
    ],
    ['UTF-8 with a mark', Buffer.from(bom + plain), 'a.csv', people],
    ['GBK', Buffer.from('d0d5c3fb2cb9a4bac50d0abcd72c3030303132330d0a', 'hex'), 'a.csv', people],
    [
      'a title above headings with semicolons',
      '人员名单\n\n姓名;工号\n甲;000123',
      'a.csv',
      [
        ['姓名', '工号'],
        [4, '甲', '000123'],
      ],
    ],
  ])('%s', async (_what, bytes, name, rows) => {
    expect(await read(bytes, name)).toEqual(rows)
  })
  test('cells without references have the limits of all others', async () => {
    const wide = workbook(`<row>${bare('x').repeat(16_385)}</row>`)
    await expect(read(wide, 'a.xlsx')).rejects.toMatchObject({ failure: 'invalid' })
    const far = Array.from({ length: 900 }, () => `<row>${bare('x').repeat(5000)}</row>`).join('')
    await expect(read(workbook(far), 'a.xlsx')).rejects.toMatchObject({ failure: 'too_large' })
  })
})

const fileOf = async (format: Format, heading: string[], rows: TableCell[][]): Promise<Buffer> => {
  const chunks: Buffer[] = []
  const file = tableFile(format, async bytes => void chunks.push(bytes))
  await file.begin('人员/名单', heading)
  for (const row of rows) await file.rows([row])
  await file.end()
  return Buffer.concat(chunks)
}
const TEXTS = [
  '000123',
  '1234567890123456789',
  '3-5',
  '=1+1',
  '＋86',
  'a & <b> "c"',
  ' x ',
  '_x0041_',
  '1E5',
  '两\n行',
  '👍',
]

describe('an export', () => {
  test('opens in another reader with every text as it was, and numbers as numbers', async () => {
    const book = await fileOf(
      'xlsx',
      ['文本', '数'],
      [...TEXTS.map(text => [{ text }, { text: '' }]), [{ text: '' }, { text: '-12.50', number: true }]],
    )
    const rows = await readWorkbook(book, { trim: false })
    expect(rows.map(row => row[0])).toEqual(['文本', ...TEXTS, null])
    expect(rows.at(-1)![1]).toBe(-12.5)
  })
  test('is whole when it is written in many pieces, and read again by an import', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [{ text: `第${n}位` }, { text: `${n}`.padStart(19, '0') }])
    const book = await fileOf('xlsx', ['姓名', '工号'], rows)
    const found = await read(book, 'a.xlsx')
    expect([found.length, found[20_000]]).toEqual([20_001, [20_001, '第19999位', '0000000000000019999']])
  })
  test('as CSV quotes what is a separator anywhere, neutralises formulas, and leaves numbers alone', async () => {
    const cells = [
      'a;b',
      'a\tb',
      '=1',
      '+1+2',
      '-x',
      '@x',
      '＝1',
      '＋x',
      '－x',
      '＠x',
      '-5.00',
      '+8613800138000',
      '-1,234.50',
      "'=1",
    ]
    const text = (
      await fileOf(
        'csv',
        ['a'],
        cells.map(text => [{ text }]),
      )
    ).toString()
    expect(text).toBe(
      `\ufeffa\r\n${['"a;b"', '"a\tb"', "'=1", "'+1+2", "'-x", "'@x", "'＝1", "'＋x", "'－x", "'＠x", '-5.00', '+8613800138000', '"-1,234.50"', "''=1"].join('\r\n')}\r\n`,
    )
    const again = (await read(text, 'a.csv')).slice(1).map(row => (row as unknown[])[1])
    expect(again).toEqual(cells)
  })
  test('letters of columns', () => {
    expect([1, 26, 27, 52, 702, 703, 16_384].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD'])
  })
})
