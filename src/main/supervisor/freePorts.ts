/** Whether Portico's ports are free, and the one line to print when one is not. */
import { createServer } from 'node:net'
import type { Config } from '../config.ts'

/** One line for each port that cannot be had, naming the port and its variable; empty when all are free. */
export async function portProblems(config: Config): Promise<string[]> {
  const wanted: [number, string][] = [
    ...(config.roles.includes('web') ? [[config.httpPort, 'PORTICO_HTTP_PORT'] as [number, string]] : []),
    ...(config.roles.includes('gateway') ? [[config.mqttPort, 'PORTICO_MQTT_PORT'] as [number, string]] : []),
    ...(config.roles.includes('gateway') && config.mqtts
      ? [[config.mqtts.port, 'PORTICO_MQTTS_PORT'] as [number, string]]
      : []),
  ]
  const problems = await Promise.all(wanted.map(([port, variable]) => problemOf(config.host, port, variable)))
  return problems.filter(problem => problem !== null)
}

function problemOf(host: string, port: number, variable: string): Promise<string | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        resolve(`port ${port} is taken: end the program that has it, or set ${variable} to another port`)
      else if (error.code === 'EACCES')
        resolve(`port ${port} may not be opened by this user: set ${variable} to a port above 1023`)
      else
        resolve(
          `${host} cannot be listened on (${error.code ?? error.message}): set PORTICO_HOST to an address of this machine`,
        )
    })
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
