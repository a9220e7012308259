/** Whether a document is what its name says, by its bytes; what else it holds nobody here reads, and it is only ever given back as an attachment. */
import { ALL_DOCUMENTS, documentTypeOf, endingsOf, type DocumentType } from '#base/documentTypes.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { decodeText } from '../sheets/csv.ts'
import { directoryOf } from '../sheets/zipBudget.ts'

const refuse = (...text: Text): Refusal => invalidFields([{ field: 'file', text }])

/** The entry that makes a zip an office document of this type. */
const OFFICE: Partial<Record<DocumentType, string>> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
}
// Tab, line ends and form feed are text; the other control characters are not.
const UNWRITTEN = /[\x00-\x08\x0e-\x1f]/

function isText(bytes: Buffer): boolean {
  try {
    return !UNWRITTEN.test(decodeText(bytes))
  } catch {
    return false
  }
}

function namesIn(bytes: Buffer): string[] | null {
  try {
    return directoryOf(bytes).map(entry => entry.name)
  } catch {
    return null
  }
}

/** Answers its type. Refuses another kind, bytes that are not of the kind that the name claims, and macros. */
export function judgeDocument(bytes: Buffer, name: string): DocumentType {
  const type = documentTypeOf(name)
  if (!type) {
    const [zh, en] = endingsOf(ALL_DOCUMENTS)
    throw refuse(`只支持 ${zh} 文件`, `Only ${en} files are accepted`)
  }
  if (bytes.length === 0) throw refuse('文件是空的', 'The file is empty')
  if (!isOfType(bytes, type)) throw refuse(`文件内容不是 .${type}`, `The content of the file is not .${type}`)
  return type
}

function isOfType(bytes: Buffer, type: DocumentType): boolean {
  if (type === 'pdf') return /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))
  if (type === 'txt' || type === 'csv') return isText(bytes)
  const names = namesIn(bytes)
  if (!names) return false
  const office = OFFICE[type]
  if (!office) return true
  if (names.some(name => /vbaProject\.bin$/i.test(name)))
    throw refuse('文件含有宏，不能上传', 'The file holds macros and cannot be uploaded')
  return names.includes(office) && names.includes('[Content_Types].xml')
}
