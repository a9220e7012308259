/** Reads CSV as spreadsheets write it: UTF-8, UTF-16 or GB18030; comma, semicolon or tab; quotes, and any line ending. */
import { Refusal } from '#model/error.ts'
import { MAX_COLUMNS, MAX_ROWS, tooManyRows } from './cellBudget.ts'

export function decodeText(bytes: Uint8Array): string {
  const decode = (encoding: string): string | null => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      return null
    }
  }
  const wide = utf16Of(bytes)
  const text = wide ? decode(wide) : (decode('utf-8') ?? decode('gb18030'))
  if (text === null || text.includes('\0'))
    throw new Refusal('invalid', {
      text: ['文件不是 UTF-8 或 GB18030 编码的文本', 'The file is not text in UTF-8 or GB18030'],
    })
  return text
}

/** UTF-16 by its mark, or by the zero byte of a first character in ASCII. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : null
}

/** What `sep=;` in the first line tells spreadsheets, which do not show that line. */
const NAMED = /^sep=([^\r\n])(?:\r\n|\r|\n|$)/i

/** The separator that occurs most often in the first line that has one: a title above the headings has none. */
function separatorOf(text: string): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ])
  for (let at = 0; at < text.length; at += 1) {
    const count = counts.get(text[at]!)
    if (count !== undefined) counts.set(text[at]!, count + 1)
    if (/[\r\n]/.test(text[at]!) && [...counts.values()].some(Boolean)) break
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/**
 * Every record including blank ones, so that its index is its row number. Of the cells beyond the last column only the
 * first that is not blank is kept, which is enough to report them. Throws when a quote is not closed.
 */
export function* parseCsv(whole: string): Generator<string[]> {
  const [line = '', named] = NAMED.exec(whole) ?? []
  const text = whole.slice(line.length)
  const separator = named ?? separatorOf(text)
  let count = 0
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      const parts: string[] = []
      for (;;) {
        const end = text.indexOf('"', at + 1)
        if (end < 0)
          throw new Refusal('invalid', {
            text: [`第${count + 1}行的引号没有结束`, `Row ${count + 1} has a quote that does not end`],
          })
        parts.push(text.slice(at + 1, end))
        at = end + 1
        if (text[at] !== '"') break
      }
      cell = parts.join('"')
    }
    // Text after a closing quote belongs to the cell, as in spreadsheets.
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    const found = cell + text.slice(from, at)
    // ="00123" is how CSV keeps digits as text.
    keep(record, /^="([^"]*)"$/.exec(found)?.[1] ?? found)
    if (text[at] === separator) {
      at += 1
      if (at === text.length) keep(record, '')
      else continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    count += 1
    if (count > MAX_ROWS + 1) throw tooManyRows()
    yield record
    record = []
  }
}

function keep(record: string[], cell: string): void {
  if (record.length < MAX_COLUMNS || (record.length === MAX_COLUMNS && cell.trim() !== '')) record.push(cell)
}
