/** Loaded into the measured processes: at SIGUSR2 collects what is garbage and writes down what memory is left, to `PORTICO_GAUGE.<pid>`. */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (options: object) => void
// As when memory is short: free pages go back to the system, which otherwise keep whatever the last burst needed.
const collect = (): void => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })

process.on('SIGUSR2', () => {
  collect()
  // What finalizers let go of is garbage of the second round.
  setTimeout(() => {
    collect()
    const path = `${process.env.PORTICO_GAUGE}.${process.pid}`
    writeFileSync(`${path}.part`, JSON.stringify(process.memoryUsage()))
    renameSync(`${path}.part`, path)
  }, 500)
})
