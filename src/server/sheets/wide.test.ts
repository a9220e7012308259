/** Sheets that are wide, sparse or oddly named: whatever real programs produce can be read. */
import { describe, expect, test } from 'vitest'
import { rowOf, text, workbook } from '../../../tests/harness/workbook.ts'
import { makeSheets } from './sheets.ts'

const sheets = makeSheets()
const headings = (count: number): string[] => Array.from({ length: count }, (_, at) => `h${at}`)
const read = async (bytes: Uint8Array | string, name: string): Promise<unknown[]> => {
  const { heading, lines } = await sheets.read(Buffer.from(bytes as Uint8Array), name)
  const rows = Buffer.from(lines).toString()
  return [heading, ...(rows ? rows.split('\n').map(line => JSON.parse(line)) : [])]
}

describe('wide and odd', () => {
  test('200 headings and a cell behind them are read; the cell keeps its row', async () => {
    const far = `<row r="2">${text('A2', 'x')}${text('KZ2', 'far')}${text('LA2', 'farther')}</row>`
    const [heading, row] = (await read(workbook(rowOf(1, headings(200)) + far), 'a.xlsx')) as [string[], unknown[]]
    expect(heading).toHaveLength(200)
    expect([row.length, row[0], row[1], row[200], row[201]]).toEqual([202, 2, 'x', '', 'far'])
    const csv = (await read(`a,b\n1,2${','.repeat(300)}far,farther\n3,4${','.repeat(400)}`, 'a.csv')) as unknown[][]
    expect([csv[1]!.length, csv[1]![201], csv[2]]).toEqual([202, 'far', [3, '3', '4']])
  })
  test('formatted cells without a value and rows in between cost nothing', async () => {
    const styled = `<row r="1">${text('A1', 'a')}<c r="XFD1" s="1"/></row><row r="40000">${text('A40000', 'z')}</row>`
    expect(await read(workbook(styled), 'a.xlsx')).toEqual([['a'], [40_000, 'z']])
  })
  test('a cell of 1 MB is cut one character behind the limit', async () => {
    const found = await read(`a,b\n${'长'.repeat(350_000)},1`, 'a.csv')
    expect((found[1] as string[])[1]).toHaveLength(32_768)
  })
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is a heading like any other',
    async word => {
      expect(await read(`${word},${word}\n1,2`, 'a.csv')).toEqual([
        [word, word],
        [2, '1', '2'],
      ])
    },
  )
})
