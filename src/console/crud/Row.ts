/** A row as the server gives it: the fields of its noun by name, and its id. */
export type Row = Record<string, unknown> & { id: string }
export type Page = {
  records: readonly Row[]
  total: number
  size: number
  current: number
  pages: number
  /** The list is longer; facts are not counted to the end. */ more?: boolean
}
