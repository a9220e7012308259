/** Checks that Portico's ports are free, with one line for each that is not. */
import { createServer } from 'node:net'
import type { Config } from '../config.ts'

/** One line for each port that cannot be used, naming the port and its variable; empty when all are free. */
export async function portProblems(config: Config): Promise<string[]> {
  const { roles, host, httpPort, fronts } = config
  const wanted: Wanted[] = [
    ...(roles.includes('web') ? [{ host, port: httpPort, variable: 'PORTICO_HTTP_PORT', ofHost: 'PORTICO_HOST' }] : []),
    ...(roles.includes('gateway') ? fronts : []),
  ]
  const problems = await Promise.all(wanted.map(problemOf))
  return problems.filter(problem => problem !== null)
}

interface Wanted {
  host: string
  port: number
  /** The variables of the port and of the address. */
  variable: string
  ofHost: string
}
function problemOf({ host, port, variable, ofHost }: Wanted): Promise<string | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        resolve(`port ${port} is taken: end the program that has it, or set ${variable} to another port`)
      else if (error.code === 'EACCES')
        resolve(`port ${port} may not be opened by this user: set ${variable} to a port above 1023`)
      else
        resolve(
          `${host} cannot be listened on (${error.code ?? error.message}): set ${ofHost} to an address of this machine`,
        )
    })
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
