/**
 * Calls an address by HTTP. A start of the demo calls and downloads thousands of times, and `fetch` takes three times the processor
 * time of the modules below it.
 */
import http from 'node:http'
import https from 'node:https'

const KEEP = { keepAlive: true, maxSockets: 8 }
const clients = {
  'http:': { request: http.request, agent: new http.Agent(KEEP) },
  'https:': { request: https.request, agent: new https.Agent(KEEP) },
} as const

export interface HttpCall {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Default 60,000. */
  timeoutMs?: number
}
export interface HttpAnswer {
  status: number
  body: Buffer
}

/** Rejects where no answer arrives in time; redirects are not followed. */
export function httpCall(address: string, { method, headers, body, timeoutMs = 60_000 }: HttpCall = {}) {
  const url = new URL(address)
  const client = clients[url.protocol as keyof typeof clients]
  if (!client) return Promise.reject(new Error(`not an HTTP address: ${url.protocol}`))
  return new Promise<HttpAnswer>((resolve, reject) => {
    const options = {
      ...(method ? { method } : {}),
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      agent: client.agent,
      signal: AbortSignal.timeout(timeoutMs),
    }
    const request = client.request(url, options, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(parts) }))
    })
    request.on('error', reject).end(body)
  })
}

/** The bytes at an address; rejects for any status but 200. */
export async function download(address: string, timeoutMs: number): Promise<Buffer> {
  const { status, body } = await httpCall(address, { timeoutMs })
  if (status !== 200) throw new Error(`HTTP ${status}`)
  return body
}
