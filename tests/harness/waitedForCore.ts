/** How long processes were ready to run and waited for a core: time that other programs of the machine took, and no code of ours. */
import { readdirSync, readFileSync } from 'node:fs'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

/** This process and those that it started: the simulators, the browser and its pages. */
function family(): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(pid => [Number(pid), Number(read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')[1])]),
  )
  const found = [process.pid]
  for (const one of found) found.push(...[...parents].filter(([, parent]) => parent === one).map(([pid]) => pid))
  return found
}

/** In ms, of this process and those that it started together, since they began; the difference of two counts. */
export const waitedForCoreMs = (): number =>
  family().reduce((sum, pid) => sum + Number(read(`/proc/${pid}/schedstat`).split(' ')[1] ?? 0) / 1e6, 0)
