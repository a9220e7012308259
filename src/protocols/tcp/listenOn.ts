/** Opens a listener, and returns its port: with port 0, whichever was free. */
import type { Server } from 'node:net'
import type { FrontOptions } from '#model/protocol.ts'

/** Rejects when the port cannot be used. */
export async function listenOn(server: Server, { host, port }: Pick<FrontOptions, 'host' | 'port'>): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
