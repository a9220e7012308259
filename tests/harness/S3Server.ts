/**
 * An S3-compatible store over HTTP as a separate process: it verifies every signature (Signature Version 4) itself, and
 * misbehaves on request.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Settings {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
/** Sent by the parent: how to answer the next `times` requests. */
export interface S3Fault {
  kind: 'status' | 'silent' | 'drop'
  status?: number
  times: number
}
/** Requests since the parent last asked for them (`seen`). */
export interface S3Seen {
  method: string
  path: string
  status: number
}

const SKEW_MS = 15 * 60_000
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Why a signature is invalid, or null. Written from the description of the algorithm, not from any client. */
function refusal(request: IncomingMessage, body: Buffer, settings: S3Settings): string | null {
  const authorization = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!authorization) return 'AccessDenied'
  const [, credential = '', signedHeaders = '', signature = ''] = authorization
  const [accessKeyId, day = '', region, service, end] = credential.split('/')
  if (accessKeyId !== settings.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== settings.region || service !== 's3' || end !== 'aws4_request') return 'AuthorizationHeaderMalformed'
  const date = String(request.headers['x-amz-date'] ?? '')
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)
  if (!at || !date.startsWith(day)) return 'AccessDenied'
  const [, ...parts] = at
  const [year, month, dayOfMonth, hour, minute, second] = parts.map(Number)
  if (Math.abs(Date.UTC(year!, month! - 1, dayOfMonth, hour, minute, second) - Date.now()) > SKEW_MS)
    return 'RequestTimeTooSkewed'
  const digest = String(request.headers['x-amz-content-sha256'] ?? '')
  if (digest !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every(name => names.includes(name))) return 'AccessDenied'
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query.split('&').filter(Boolean).sort().join('&'),
    ...names.map(name => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    digest,
  ].join('\n')
  const key = ['s3', 'aws4_request'].reduce(
    (made, text) => hmac(made, text),
    hmac(hmac(`AWS4${settings.secretAccessKey}`, day), settings.region),
  )
  const expected = hmac(
    key,
    `AWS4-HMAC-SHA256\n${date}\n${day}/${settings.region}/s3/aws4_request\n${sha256(canonical)}`,
  )
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function serve(settings: S3Settings): void {
  const objects = new Map<string, Buffer>()
  let fault: S3Fault | null = null
  let seen: S3Seen[] = []
  process.on('message', message => {
    if (message === 'seen') {
      process.send?.({ seen })
      seen = []
      return
    }
    fault = message as S3Fault
    process.send?.({ heard: true })
  })
  const fail = (response: ServerResponse, status: number, code: string): void => {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>…</Message></Error>`)
  }
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    if (fault && fault.times > 0) {
      fault.times -= 1
      if (fault.kind === 'drop') return void request.socket.destroy()
      if (fault.kind === 'silent') return
      return fail(response, fault.status ?? 503, 'SlowDown')
    }
    const refused = refusal(request, body, settings)
    if (refused) return fail(response, 403, refused)
    const [bucket, ...rest] = (request.url ?? '').slice(1).split('/')
    if (bucket !== settings.bucket) return fail(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    const object = objects.get(key)
    switch (request.method) {
      case 'PUT':
        objects.set(key, body)
        return void response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
      case 'GET':
        if (!object) return fail(response, 404, 'NoSuchKey')
        return void response.writeHead(200, { 'content-length': object.length }).end(object)
      case 'DELETE':
        objects.delete(key)
        return void response.writeHead(204).end()
      default:
        fail(response, 405, 'MethodNotAllowed')
    }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      answer(request, response, Buffer.concat(chunks))
      seen.push({
        method: request.method ?? '',
        path: request.url ?? '',
        status: response.headersSent ? response.statusCode : 0,
      })
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('disconnect', () => process.exit(0))
}

if (import.meta.main) serve(JSON.parse(process.argv[2]!) as S3Settings)
