/** Loaded into the measured processes: on SIGUSR2 it collects garbage and writes the remaining memory to `PORTICO_GAUGE.<pid>`. */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (options: object) => void
// Collects as if memory was short, so that free pages are returned to the system instead of being kept from the last burst.
const collect = (): void => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })

process.on('SIGUSR2', () => {
  collect()
  // Objects released by finalizers are collected in the second round.
  setTimeout(() => {
    collect()
    const path = `${process.env.PORTICO_GAUGE}.${process.pid}`
    writeFileSync(`${path}.part`, JSON.stringify(process.memoryUsage()))
    renameSync(`${path}.part`, path)
  }, 500)
})
