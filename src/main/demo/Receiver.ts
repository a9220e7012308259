/** The customers' servers that receive callbacks: they check the signature, and fail now and then, like real servers. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'

/** The share of deliveries that is refused; for some minutes of each hour everything is. */
const REFUSED = 0.012
const AWAY = { everyMs: 47 * 60_000, forMs: 100_000 }

/** Bytes. A callback is a few kilobytes. */
const LARGEST = 1_000_000

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST) throw new Error(`a body of more than ${LARGEST} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export class Receiver {
  /** `whsec_…` by path. */
  readonly secrets = new Map<string, string>()
  private readonly server: Server = createServer((request, response) => {
    bodyOf(request)
      .then(body => this.answer(request.url ?? '', request.headers, body))
      .catch(() => 413)
      .then(status => response.writeHead(status).end())
  })
  private readonly file: string
  constructor(dataDir: string) {
    this.file = join(dataDir, 'demo', 'receiver')
  }

  /** Listens on the previous port, or on a free one; returns the port. */
  async listen(): Promise<number> {
    const last = Number(await readFile(this.file, 'utf8').catch(() => '0'))
    const port = await this.tryPort(last).catch(() => this.tryPort(0))
    await mkdir(join(this.file, '..'), { recursive: true, mode: 0o700 })
    await writeFile(this.file, String(port))
    return port
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  private tryPort(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', () => {
        this.server.off('error', reject)
        resolve((this.server.address() as AddressInfo).port)
      })
    })
  }

  /** The status with which a delivery is answered. */
  private answer(path: string, headers: NodeJS.Dict<string | string[]>, body: string): number {
    const secret = this.secrets.get(path)
    // Just after the start its secrets are not known yet.
    if (!secret) return 503
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(signed)
      .digest()
    const fits = String(headers['webhook-signature'])
      .split(' ')
      .map(one => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
      .some(given => given.length === expected.length && timingSafeEqual(given, expected))
    if (!fits) return 401
    if (Date.now() % AWAY.everyMs < AWAY.forMs) return 503
    return Math.random() < REFUSED ? 500 : 204
  }
}
