/** A page of rows as the server answers it. */
import type { Row } from '#model/row.ts'

export interface Page<R = Row> {
  records: readonly R[]
  total: number
  size: number
  current: number
  pages: number
  /** The list is longer; facts are not counted to the end. */
  more?: boolean
  /** By the values of the filter that the lens draws as a switch, and `all` without it. */
  counts?: Readonly<Record<string, number>>
}
