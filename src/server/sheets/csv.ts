/** Reads CSV as spreadsheets write it: UTF-8, UTF-16 or GB18030; comma, semicolon or tab; quotes, and any line end. */
import { Refusal } from '#model/error.ts'
import { MAX_ROWS, tooManyRows } from './zipBudget.ts'

export function decodeText(bytes: Uint8Array): string {
  const decode = (encoding: string): string | null => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      return null
    }
  }
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = utf16 ? decode('utf-16le') : (decode('utf-8') ?? decode('gb18030'))
  if (text === null || text.includes('\0'))
    throw new Refusal('invalid', {
      text: ['文件不是 UTF-8 或 GB18030 编码的文本', 'The file is not text in UTF-8 or GB18030'],
    })
  return text
}

/** The separator that the first line uses most. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  return [',', ';', '\t'].reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best))
}

/** Every record, blank ones too, so that its place is its row number. Throws when a quote never ends. */
export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text)
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1)
        if (end < 0)
          throw new Refusal('invalid', {
            text: [
              `第${records.length + 1}行的引号没有结束`,
              `Row ${records.length + 1} has a quote that does not end`,
            ],
          })
        cell += text.slice(at + 1, end)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
      }
    }
    // Whatever follows a closing quote belongs to the cell, as spreadsheets take it.
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    const whole = cell + text.slice(from, at)
    // ="00123" is how text is kept text in CSV.
    record.push(/^="([^"]*)"$/.exec(whole)?.[1] ?? whole)
    if (text[at] === separator) {
      at += 1
      if (at === text.length) record.push('')
      else continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    records.push(record)
    record = []
    if (records.length > MAX_ROWS + 1) throw tooManyRows()
  }
  return records
}
