/** The tests' database behind a switch: when off, its connections break and no new ones can be made; when on, it is available again. */
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { freshDatabase, type TestConnection } from './database.ts'

export interface SwitchedDatabase {
  connection: TestConnection
  off(): void
  on(): void
  close(): Promise<void>
}

export async function switchedDatabase(): Promise<SwitchedDatabase> {
  const { connection, drop } = await freshDatabase()
  const { host = '127.0.0.1', port = 5432 } = connection
  const sockets = new Set<Socket>()
  let isOn = true
  const server = createServer({ noDelay: true }, client => {
    if (!isOn) return void client.destroy()
    const database = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => (sockets.delete(one), other.destroy()))
      one.pipe(other)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    connection: { ...connection, host: '127.0.0.1', port: (server.address() as { port: number }).port },
    off() {
      isOn = false
      for (const socket of sockets) socket.destroy()
    },
    on() {
      isOn = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
      await drop()
    },
  }
}
