/** The page that a list is asked for, as the input of operations that declare their own. */
import { integer } from '../field.ts'

export const MAX_PAGE_SIZE = 100
export const PAGING = {
  current: integer(['第几页', 'Page number'], { min: 1 }),
  size: integer(['每页行数', 'Rows per page'], { min: 1, max: MAX_PAGE_SIZE }),
}
