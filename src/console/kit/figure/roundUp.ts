/** The next round even number, from 2: the grid lines of a chart, at the top and at half of it, have round labels without fractions. */
export const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const top = ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find(step => step * power >= value) ?? 10) * power
  return Math.ceil(top / 2) * 2
}
