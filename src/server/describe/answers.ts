/** What the operations of a module answer, where no noun says it: by permission point of an action, or by method and path. */
import type { Text } from '#base/text.ts'
import type { Schema } from './shape.ts'

/** Of the envelope only `data` is described; these stand outside it. */
export interface Outside {
  /** The type of a body that is not the envelope. */
  media: string
  /** Of a body of JSON outside the envelope. */
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
  outside?: Outside
  /** The body it takes, where its input does not say. */
  body?: Form
  /** What it takes in its query besides: name, required with a `*` behind it, and what it says, in both languages. */
  query?: Readonly<Record<string, Text>>
  /** Of a public route: how a client says who it is. */
  security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** A key is `noun:action`, `GET /api/…/:id`, or `verb noun` for more fields of a row. */
export interface Answers {
  part: 'answers'
  of: Readonly<Record<string, OperationAnswer>>
  /** Shapes that contain themselves, by the name under which `named` refers to them. */
  schemas: Readonly<Record<string, Schema>>
}
export const answers = (of: Answers['of'], schemas: Answers['schemas'] = {}): Answers => ({
  part: 'answers',
  of,
  schemas,
})

/** Answers the envelope with this data. */
export const data = (schema: Schema, more: Omit<OperationAnswer, 'data'> = {}): OperationAnswer => ({
  data: schema,
  ...more,
})
