/** The type that a document's name claims, compared with its bytes. */
import { describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { Refusal } from '#model/error.ts'
import { judgeDocument } from './judgeDocument.ts'

/** A zip file with stored entries. */
function zipOf(names: readonly string[], flags = 0): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const name of names) {
    const local = Buffer.alloc(30 + name.length)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    local.write(name, 30)
    const entry = Buffer.alloc(46 + name.length)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    entry.write(name, 46)
    locals.push(local)
    directory.push(entry)
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, ...directory, end])
}
const office = (main: string, ...more: string[]): Buffer => zipOf(['[Content_Types].xml', main, ...more])
const verdictOf = (bytes: Buffer, name: string): string => {
  try {
    return judgeDocument(bytes, name)
  } catch (error) {
    return (error as Refusal).text[0]
  }
}

describe('taken', () => {
  test.each([
    ['pdf', 'a.pdf', Buffer.from('%PDF-1.4\n')],
    ['pdf', 'A.PDF', Buffer.from('%PDF-2.0\n')],
    ['docx', 'a.docx', office('word/document.xml')],
    ['pptx', 'a.pptx', office('ppt/presentation.xml')],
    ['zip', 'a.zip', zipOf(['x'])],
    ['txt', 'a.txt', Buffer.from('一行\r\n\t又一行\n')],
    ['csv', 'a.csv', Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31])],
  ])('%s: %s', (type, name, bytes) => expect(verdictOf(bytes, name)).toBe(type))
  test('xlsx as a spreadsheet writes it', async () => {
    const book = await writeWorkbook([[{ value: '甲', type: String }]]).toBuffer()
    expect(verdictOf(book, 'a.xlsx')).toBe('xlsx')
  })
})

describe('refused', () => {
  test.each([
    ['a page that claims to be a PDF', 'a.pdf', Buffer.from('<html><script>alert(1)</script>'), '文件内容不是 .pdf'],
    ['a program that claims to be text', 'a.txt', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), '文件内容不是 .txt'],
    ['control characters in a CSV', 'a.csv', Buffer.from('a,\x1b[2J'), '文件内容不是 .csv'],
    ['a zip that claims to be Word', 'a.docx', zipOf(['x']), '文件内容不是 .docx'],
    ['Word that claims to be Excel', 'a.xlsx', office('word/document.xml'), '文件内容不是 .xlsx'],
    ['half a zip', 'a.zip', zipOf(['x']).subarray(0, 20), '文件内容不是 .zip'],
    [
      'an encrypted Word document',
      'a.docx',
      zipOf(['[Content_Types].xml', 'word/document.xml'], 1),
      '文件内容不是 .docx',
    ],
    ['macros', 'a.docx', office('word/document.xml', 'word/vbaProject.bin'), '文件含有宏，不能上传'],
    ['nothing', 'a.txt', Buffer.alloc(0), '文件是空的'],
    ['a page', 'a.html', Buffer.from('<html>'), '只支持 .pdf、.docx、.xlsx、.pptx、.zip、.txt、.csv、.mp4 文件'],
    ['a drawing', 'a.svg', Buffer.from('<svg/>'), '只支持 .pdf、.docx、.xlsx、.pptx、.zip、.txt、.csv、.mp4 文件'],
    [
      'two endings',
      'a.pdf.exe',
      Buffer.from('%PDF-1.4'),
      '只支持 .pdf、.docx、.xlsx、.pptx、.zip、.txt、.csv、.mp4 文件',
    ],
    ['no ending', 'pdf', Buffer.from('%PDF-1.4'), '只支持 .pdf、.docx、.xlsx、.pptx、.zip、.txt、.csv、.mp4 文件'],
  ])('%s', (_what, name, bytes, verdict) => expect(verdictOf(bytes, name)).toBe(verdict))
})
