/** Prints the list of a page as it is shown, without the page around it. */
const mark = 'print-way'

export const printTable = (name: string): void => {
  const table = document.querySelector<HTMLElement>(`.table[data-name="${CSS.escape(name)}"]`)
  if (!table) return
  // The style sheet prints only the table and its ancestors, which this class marks.
  const way: Element[] = []
  for (let at: Element | null = table; at && at !== document.documentElement; at = at.parentElement) way.push(at)
  const done = (): void => {
    for (const one of way) one.classList.remove(mark)
    delete document.documentElement.dataset.printing
  }
  for (const one of way) one.classList.add(mark)
  document.documentElement.dataset.printing = ''
  addEventListener('afterprint', done, { once: true })
  print()
}
