/** The text of the description as a file: what fits is one line, so that a change of one thing is a change of few lines. */
const WIDTH = 160

const isReference = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === '$ref'

/** On one line, as prettier writes it. */
function flat(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  const inner = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${flat(one)}`)
  return inner.length ? `{ ${inner.join(', ')} }` : '{}'
}

/** `before` is the length of what stands before the value on its line. Nothing but references is one line however many. */
export function laidOut(value: unknown, indent = '', before = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const line = flat(value)
  if (before + line.length < WIDTH || Object.values(value).every(isReference)) return line
  const deeper = `${indent} `
  if (Array.isArray(value)) {
    const lines = value.map(one => deeper + laidOut(one, deeper, deeper.length))
    return `[\n${lines.join(',\n')}\n${indent}]`
  }
  const lines = Object.entries(value).map(([name, one]) => {
    const start = `${deeper}${JSON.stringify(name)}: `
    return start + laidOut(one, deeper, start.length)
  })
  return `{\n${lines.join(',\n')}\n${indent}}`
}
