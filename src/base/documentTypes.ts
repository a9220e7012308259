/** The types of documents that people may upload, by file extension. */
import type { Text } from './text.ts'

export const DOCUMENT_TYPES = {
  pdf: ['PDF', 'PDF'],
  docx: ['Word', 'Word'],
  xlsx: ['Excel', 'Excel'],
  pptx: ['PowerPoint', 'PowerPoint'],
  zip: ['ZIP', 'ZIP'],
  txt: ['文本', 'Text'],
  csv: ['CSV', 'CSV'],
} as const satisfies Record<string, Text>

export type DocumentType = keyof typeof DOCUMENT_TYPES
export const ALL_DOCUMENTS = Object.keys(DOCUMENT_TYPES) as DocumentType[]

/** Looks the type up by file extension; undefined for any other. */
export function documentTypeOf(name: string): DocumentType | undefined {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase()
  return ALL_DOCUMENTS.find(type => type === ending)
}

/** The extensions as a list for people: `.pdf、.docx`. */
export const endingsOf = (types: readonly DocumentType[]): Text => [
  types.map(type => `.${type}`).join('、'),
  types.map(type => `.${type}`).join(', '),
]
