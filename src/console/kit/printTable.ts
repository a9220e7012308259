/** Prints the list of a page as it is shown, without the page around it. */
export const printTable = (name: string): void => {
  const table = document.querySelector<HTMLElement>(`.table[data-name="${CSS.escape(name)}"]`)
  if (!table) return
  const done = (): void => {
    table.classList.remove('table-printed')
    delete document.documentElement.dataset.printing
  }
  table.classList.add('table-printed')
  document.documentElement.dataset.printing = ''
  addEventListener('afterprint', done, { once: true })
  print()
}
