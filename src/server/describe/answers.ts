/** Answers of a module's operations that no noun describes: by permission point of an action, or by method and path. */
import type { Text } from '#base/text.ts'
import type { Schema } from './shape.ts'

/** A body that is not the usual envelope, of which only `data` is described. */
export interface Outside {
  /** The media type of the body. */
  media: string
  /** The schema of a JSON body. */
  schema?: Schema
  /** Default 200. */
  status?: number
}
export interface Form {
  media: 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'application/json'
  schema: Schema
}
export interface OperationAnswer {
  /** The `data` of the envelope. */
  data?: Schema
  /** Of an answer that several operations give. */
  name?: string
  outside?: Outside
  /** The request body, where the input does not describe it. */
  body?: Form
  /** Additional query parameters: by name, required if it ends in `*`, with their descriptions. */
  query?: Readonly<Record<string, Text>>
  /** For a public route: how a client authenticates. */
  security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** A key is `noun:action`, `GET /api/…/:id`, or `verb noun` for more fields of a row. */
export interface Answers {
  part: 'answers'
  of: Readonly<Record<string, OperationAnswer>>
  /** Recursive schemas, by the name with which `named` refers to them. */
  schemas: Readonly<Record<string, Schema>>
}
export const answers = (of: Answers['of'], schemas: Answers['schemas'] = {}): Answers => ({
  part: 'answers',
  of,
  schemas,
})

/** An answer with the envelope and this data. */
export const data = (schema: Schema, more: Omit<OperationAnswer, 'data'> = {}): OperationAnswer => ({
  data: schema,
  ...more,
})
