/** The default settings of widgets: part 9 of the specification in one place. */
import { ALL } from '#base/texts.ts'

export const table = {
  menuWidthPx: 240,
  pageSize: 10,
  pageSizes: [10, 20, 30, 40, 50, 100],
  filterMultiple: true,
  calcHeightPx: 300,
  dialogWidth: '50%',
  width: '100%',
  indexLabel: '#',
  emptyText: ['暂无数据，点击刷新', 'No data. Click to refresh'],
  columnsPerPickerRow: 4,
  foldsBeyond: 4,
  buttons: { view: false, edit: true, add: true, print: true, delete: true, refresh: true, column: true, search: true },
} as const
export type TableButton = keyof typeof table.buttons

/** The widgets with options that have a search box. */
export const searchable: readonly ('checkbox' | 'tree' | 'select')[] = ['checkbox', 'tree', 'select']
export const tree = { scrollHeightPx: 380, dialogWidth: '30%' } as const
export const treeTable = { dialogWidth: '50%' } as const
/** Relative to the window, from 1024 px on. `small` and `large` are not in part 9: short questions, and dialogs as large as a page. */
export const dialogWidths = {
  medium: table.dialogWidth,
  tree: tree.dialogWidth,
  treeTable: treeTable.dialogWidth,
  small: '30%',
  large: '72%',
} as const
export const upload = { limit: 3, limitWithStatus: 99 } as const
export const select = { limit: 99 } as const
export const carousel = { intervalMs: 3000 } as const
export const form = { span: 12, columns: 24 } as const
/** A grid of 24 columns with a gutter of 20 px, and the width of each kind of tile. */
export const grid = {
  columns: 24,
  gutterPx: 20,
  span: { card: 8, display: 6, dataCard: 6, info: 6, tabs: 8, progress: 8, box: 8, icons: 4 },
} as const
export const dataCard = { color: '#fff', backgroundColor: '#2e323f', borderColor: '#2e323f' } as const
export const size = 'medium'
export const menuType = 'button'
export const quickDates = [
  { id: 'today', label: ['今天', 'Today'] },
  { id: 'yesterday', label: ['昨天', 'Yesterday'] },
  { id: 'week', label: ['近7天', 'Last 7 days'] },
  { id: 'all', label: ALL },
] as const
export const dateRangeDays = 30
export const chart = { minutes: 31, days: 31 } as const
export const request = { timeoutMs: 30_000, longTimeoutMs: 60_000 } as const
