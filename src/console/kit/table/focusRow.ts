/** Focuses a row of a table, and scrolls a long list to it. */
import { renderAllUpTo } from '#console/kit/table/useWindowing.ts'

export const focusRow = (box: HTMLElement | null, at: number, count: number, rowHeight: number): void => {
  if (!box) return
  if (count > renderAllUpTo) {
    const top = at * rowHeight
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + rowHeight * 2 > box.scrollTop + box.clientHeight)
      box.scrollTop = top + rowHeight * 2 - box.clientHeight
  }
  const find = (): HTMLElement | null => box.querySelector(`.table-row[data-at="${at}"]`)
  const row = find()
  // Windowing may not have rendered the row yet; then it is focused a frame later.
  if (row) row.focus()
  else requestAnimationFrame(() => find()?.focus())
}
