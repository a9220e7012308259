/**
 * Checks by its bytes that a document is of the type its name claims; nothing else of it is read, and it is only ever
 * sent as an attachment.
 */
import { documentTypeOf, endingsOf, KNOWN_TYPES, type DocumentType } from '#base/documentTypes.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { decodeText } from '../sheets/csv.ts'
import { directoryOf } from '../sheets/zipBudget.ts'
import { judgeVideo } from './judgeVideo.ts'

const refuse = (...text: Text): Refusal => invalidFields([{ field: 'file', text }])

/** The entry that identifies a zip as an office document of this type. */
const OFFICE: Partial<Record<DocumentType, string>> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
}
// Control characters that do not occur in text; tab, line ends and form feed do.
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

/** Returns its type. Refuses other types, bytes that do not match the claimed type, and macros. */
export function judgeDocument(bytes: Buffer, name: string): DocumentType {
  const type = documentTypeOf(name)
  if (!type) {
    const [zh, en] = endingsOf(KNOWN_TYPES)
    throw refuse(`只支持 ${zh} 文件`, `Only ${en} files are accepted`)
  }
  if (bytes.length === 0) throw refuse('文件是空的', 'The file is empty')
  if (!isOfType(bytes, type)) throw refuse(`文件内容不是 .${type}`, `The content of the file is not .${type}`)
  return type
}

function isOfType(bytes: Buffer, type: DocumentType): boolean {
  if (type === 'pdf') return /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))
  if (type === 'mp4') return judgeVideo(bytes)
  if (type === 'txt' || type === 'csv') return isText(bytes)
  const names = namesIn(bytes)
  if (!names) return false
  const office = OFFICE[type]
  if (!office) return true
  if (names.some(name => /vbaProject\.bin$/i.test(name)))
    throw refuse('文件含有宏，不能上传', 'The file contains macros and cannot be uploaded')
  return names.includes(office) && names.includes('[Content_Types].xml')
}
