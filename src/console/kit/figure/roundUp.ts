/** The next round number, so that the grid lines of a chart have round labels. */
export const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find(step => step * power >= value) ?? 10) * power
}
