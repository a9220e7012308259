/** Files from people and attackers: reading is exact, and refusing costs little. */
import { describe, expect, test } from 'vitest'
import { Refusal } from '#model/error.ts'
import { rowOf, text, workbook, zip } from '../../../tests/harness/workbook.ts'
import { makeThreads } from '../pool/threads.ts'
import { parseCsv } from './csv.ts'
import { makeSheets, type SheetRows } from './sheets.ts'

const sheets = makeSheets()
const rowsOf = ({ lines }: SheetRows): unknown[] => {
  const text = Buffer.from(lines).toString()
  return text ? text.split('\n').map(line => JSON.parse(line)) : []
}
const read = async (bytes: Uint8Array | string, name: string) => {
  const sheet = await sheets.read(Buffer.from(bytes as Uint8Array), name)
  return [sheet.heading, ...rowsOf(sheet)]
}
const refusalOf = async (bytes: Uint8Array | string, name: string): Promise<string> => {
  const error = await sheets.read(Buffer.from(bytes as Uint8Array), name).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refusal)
  return `${(error as Refusal).failure}: ${(error as Refusal).text[0]}`
}

const headings = (count: number): string[] => Array.from({ length: count }, (_, at) => `h${at}`)
describe('workbooks', () => {
  test('numbers keep their digits, dates their day, formulas their value, text its look', async () => {
    const bytes = workbook(
      `<row r="1">${text('A1', '手机')}${text('B1', '身份证')}${text('C1', '日期')}${text('D1', '公式')}${text('E1', '小数')}</row>` +
        `<row r="3"><c r="A3"><v>13800138000</v></c><c r="B3"><v>1.1010119900307101E17</v></c><c r="C3" s="1"><v>46053</v></c><c r="D3" t="str"><f>1+1</f><v>=2</v></c><c r="E3"><v>0.5</v></c></row>`,
    )
    expect(await read(bytes, 'a.xlsx')).toEqual([
      ['手机', '身份证', '日期', '公式', '小数'],
      [3, '13800138000', '1.10101199003071e+17', '2026-01-31', '=2', '0.5'],
    ])
  })
  test('entities are not expanded', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;&a;&a;">]>`
    const bytes = workbook(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, [], `${laughs}<si><t>x&c;y</t></si>`)
    const found = await read(bytes, 'a.xlsx').catch((error: unknown) => error)
    expect(JSON.stringify(found)).not.toContain('bbbb')
  })
  test('what we write is text again when it is read, formulas too', async () => {
    const bytes = await sheets.write([
      {
        name: '表',
        widths: [10],
        fixedRows: 1,
        rows: [
          ['甲', '乙'],
          ['=1+1', '0012'],
          [`'@x`, '13800138000'],
        ],
      },
    ])
    expect(await read(bytes, 'b.XLSX')).toEqual([
      ['甲', '乙'],
      [2, '=1+1', '0012'],
      [3, '@x', '13800138000'],
    ])
  })
})

describe('CSV', () => {
  test.each([
    ['UTF-8', Buffer.from('姓名,备注\n张三,好')],
    ['UTF-8 with a mark', Buffer.from('﻿姓名,备注\r\n张三,好\r\n')],
    ['UTF-16', Buffer.from('﻿姓名\t备注\r\n张三\t好', 'utf16le')],
    [
      'GB18030',
      Buffer.from([
        0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb1, 0xb8, 0xd7, 0xa2, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0xba, 0xc3,
      ]),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await read(bytes, 'a.csv')).toEqual([
      ['姓名', '备注'],
      [2, '张三', '好'],
    ])
  })
  test.each([
    [
      'a,b\r\n"x, ""y""\nz",1',
      [
        ['a', 'b'],
        ['x, "y"\nz', '1'],
      ],
    ],
    [
      'a;b\r1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n,\n="007",',
      [
        ['a', 'b'],
        ['', ''],
        ['007', ''],
      ],
    ],
    ['', []],
  ])('%j', (given, expected) => {
    expect([...parseCsv(given)]).toEqual(expected)
  })
  test('a quote without end names its row', () => {
    expect(() => [...parseCsv('a,b\n1,2\n3,"4')]).toThrow('Row 3')
  })
})

describe('refused', () => {
  const bomb = 'A'.repeat(101 * 1024 * 1024)
  test.each<[string, () => Uint8Array | string, string, string]>([
    ['a string bomb', () => workbook('', [], `<si><t>${bomb}</t></si>`), 'a.xlsx', 'too_large: 表格解开后为'],
    [
      'a bomb that lies about its size',
      () => workbook('', [{ name: 'xl/x.xml', content: bomb, claims: 1000 }]),
      'a.xlsx',
      'invalid: 文件不是有效',
    ],
    [
      'a size that is too large',
      () => workbook('', [{ name: 'xl/x.xml', content: 'abc', claims: 1000 }]),
      'a.xlsx',
      'invalid: 文件不是有效',
    ],
    [
      '50,001 rows',
      () =>
        workbook(
          Array.from({ length: 50_002 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`).join(''),
        ),
      'a.xlsx',
      'too_large: 数据不能超过50,000行',
    ],
    [
      'one row far below',
      () => workbook('<row r="1048577"><c r="XFE1048577"><v>1</v></c></row>'),
      'a.xlsx',
      'too_large: 数据',
    ],
    [
      '2,000 entries',
      () => zip(Array.from({ length: 2000 }, (_, at) => ({ name: `xl/${at}.xml`, content: '' }))),
      'a.xlsx',
      'invalid: ',
    ],
    ['an encrypted entry', () => workbook('', [{ name: 'xl/x.xml', content: 'abc', flags: 1 }]), 'a.xlsx', 'invalid: '],
    ['a zip that is no workbook', () => zip([{ name: 'a.txt', content: 'abc' }]), 'a.xlsx', 'invalid: 文件不是有效'],
    ['no zip', () => 'hello', 'a.xlsx', 'invalid: 文件不是有效'],
    ['an old .xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.xlsx', 'unsupported_media: 旧版'],
    ['another ending', () => 'a,b', 'a.pdf', 'unsupported_media: 只支持'],
    ['a zip that calls itself CSV', () => workbook(''), 'a.csv', 'unsupported_media: '],
    ['bytes that are no text', () => Buffer.from([0x61, 0xff, 0xff, 0x00, 0x2c]), 'a.csv', 'invalid: 文件不是 UTF-8'],
    ['201 headings', () => headings(201).join(',') + '\n1', 'a.csv', 'invalid: 标题最多200列'],
    ['1.2 million headings', () => headings(1_200_000).join(','), 'a.csv', 'invalid: 标题最多200列'],
    ['201 headings in a workbook', () => workbook(rowOf(1, headings(201))), 'a.xlsx', 'invalid: 标题最多200列'],
    [
      'a cell ZZZZZZZ2',
      () => workbook(`${rowOf(1, headings(3))}<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>`),
      'a.xlsx',
      'invalid: 单元格位置“ZZZZZZZ2”不存在',
    ],
    [
      'a cell behind XFD',
      () => workbook(`${rowOf(1, headings(3))}<row r="2"><c r="XFE2"><v>1</v></c></row>`),
      'a.xlsx',
      'invalid: 单元格位置“XFE2”',
    ],
    [
      'a cell below the last row',
      () => workbook('<row><c r="A1048577"><v>1</v></c></row>'),
      'a.xlsx',
      'invalid: 单元格位置',
    ],
    [
      'a row number with an exponent',
      () => workbook('<row r="1e9"><c r="A1"><v>1</v></c></row>'),
      'a.xlsx',
      'invalid: 单元格位置“1e9”',
    ],
    [
      'a cell number with an exponent',
      () => workbook('<row r="1"><c r="A1e9"><v>1</v></c></row>'),
      'a.xlsx',
      'invalid: 单元格位置“A1e9”',
    ],
    [
      'a reference behind much white space',
      () => workbook(`<row${' '.repeat(300)}r="1048577"></row>`),
      'a.xlsx',
      'too_large: 数据不能超过',
    ],
    [
      'a reference in other quotes',
      () => workbook(`<row r='1'><c\tr='ZZZZZZZ1'><v>1</v></c></row>`),
      'a.xlsx',
      'invalid: 单元格位置“ZZZZZZZ1”',
    ],
    [
      'attributes that can be read in two ways',
      () => workbook(`<row r="1"><c x="1"y r="ZZZZZZZ1"><v>1</v></c></row>`),
      'a.xlsx',
      'invalid: 单元格位置',
    ],
    [
      'rows that all reach far',
      () =>
        workbook(
          Array.from({ length: 5000 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join(''),
        ),
      'a.xlsx',
      'too_large: 单元格 XFD',
    ],
    [
      'a sheet of another name',
      () =>
        workbook('', [
          {
            name: 'xl/other/s.xml',
            content: `<worksheet><sheetData><row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row></sheetData></worksheet>`,
          },
        ]),
      'a.xlsx',
      'invalid: 单元格位置',
    ],
    [
      'more text than is kept',
      () =>
        workbook(
          Array.from({ length: 2000 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`).join(
            '',
          ),
          [],
          `<si><t>${'长'.repeat(32_000)}</t></si>`,
        ),
      'a.xlsx',
      'too_large: 表格内容超过 32 MB',
    ],
    ['50,001 lines', () => 'a\n' + '1\n'.repeat(50_001), 'a.csv', 'too_large: 数据不能超过'],
  ])('%s', async (_name, make, name, expected) => {
    expect(await refusalOf(make(), name)).toContain(expected)
  })

  test('what reaches far costs nothing', async () => {
    const sheet = `${rowOf(1, headings(3))}<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>`
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
    await refusalOf(workbook(sheet), 'a.xlsx')
    await refusalOf(headings(1_200_000).join(','), 'a.csv')
    await refusalOf(Array.from({ length: 3 }, () => ','.repeat(3_000_000) + 'x').join('\n'), 'a.csv')
    clearInterval(watch)
    expect((peak - before) / 1048576).toBeLessThan(150)
  })

  test('a sheet within the budget but not within memory is refused, and the process survives', async () => {
    const table = Array.from({ length: 400_000 }, (_, at) => `<si><t>第${at}号楼</t></si>`).join('')
    const bytes = workbook(rowOf(1, headings(1)), [], table)
    const before = process.memoryUsage().rss
    await expect(makeSheets({ memoryMb: 8 }).read(bytes, 'a.xlsx')).rejects.toMatchObject({
      failure: 'too_large',
      text: ['文件内容过多，无法处理', expect.anything()],
    })
    await new Promise(resolve => setTimeout(resolve, 200))
    expect((process.memoryUsage().rss - before) / 1048576).toBeLessThan(150)
  })
})

describe('threads', () => {
  test('a deadline ends a thread; a full queue refuses', async () => {
    const threads = makeThreads({ atOnce: 1, queue: 1, memoryMb: 64, deadlineMs: 300 })
    const forever = new URL('data:text/javascript,for(;;);')
    const [first, second, third] = [threads.run(forever, null), threads.run(forever, null), threads.run(forever, null)]
    await expect(third).rejects.toMatchObject({ failure: 'too_many' })
    await expect(first).rejects.toMatchObject({ failure: 'too_large' })
    await expect(second).rejects.toMatchObject({ failure: 'too_large' })
  })
})
