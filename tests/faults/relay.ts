/**
 * A network link between a device and the platform that can fail: bytes are swallowed in both directions and
 * neither end notices. As after a real outage, what the platform wrote arrives when the link works again, unless the
 * platform has reset the connection by then.
 */
import { connect, createServer, type Socket } from 'node:net'

export interface Relay {
  port: number
  /** From now on nothing passes, and neither end of a connection is notified. `up`: only bytes from devices are lost. */
  darken(what?: 'both' | 'up'): void
  /** Delivers the bytes of connections that still exist, and passes bytes again. */
  heal(): void
  close(): Promise<void>
}

interface Pair {
  device: Socket
  platform: Socket
  /** What the platform wrote during the outage. TCP delivers it late, even after a graceful end; a reset drops it. */
  kept: Buffer[]
  reset: boolean
}

/** `target` is a port of this machine, or the path of a socket. */
export async function startRelay(target: number | string): Promise<Relay> {
  const pairs = new Set<Pair>()
  let dark: 'both' | 'up' | null = null
  const server = createServer({ noDelay: true }, device => {
    const platform =
      typeof target === 'string' ? connect(target) : connect({ port: target, host: '127.0.0.1', noDelay: true })
    const pair: Pair = { device, platform, kept: [], reset: false }
    pairs.add(pair)
    device.on('data', bytes => {
      if (!dark) platform.write(bytes)
    })
    platform.on('data', bytes => {
      if (dark === 'both') pair.kept.push(bytes)
      else device.write(bytes)
    })
    device.on('error', () => {})
    platform.on('error', () => {
      pair.reset = true
    })
    device.on('close', () => {
      if (!dark) platform.destroy()
    })
    platform.on('close', () => {
      if (!dark) device.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    darken(what = 'both') {
      dark = what
    },
    heal() {
      dark = null
      for (const { device, platform, kept, reset } of pairs) {
        if (!reset) for (const bytes of kept.splice(0)) device.write(bytes)
        if (reset) device.resetAndDestroy()
        else if (platform.destroyed) device.end()
      }
    },
    async close() {
      for (const { device, platform } of pairs) {
        device.destroy()
        platform.destroy()
      }
      await new Promise(resolve => server.close(resolve))
    },
  }
}
