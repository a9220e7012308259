/** Aliyun's SMS: SendSms of 2017-05-25, signed by ACS3-HMAC-SHA256 (Aliyun's "V3" request signature). */
import { createHash, createHmac } from 'node:crypto'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** RFC 3986 encoding; encodeURIComponent leaves five more characters as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

export interface AliyunCall {
  method: string
  host: string
  query: Record<string, string>
  body: string
  action: string
  version: string
  /** `2026-01-31T08:00:00Z` */
  date: string
  nonce: string
  keyId: string
  keySecret: string
}

/** The query in the order in which it is signed, and the headers. */
export function signAliyun(call: AliyunCall): { query: string; headers: Record<string, string> } {
  const query = Object.keys(call.query)
    .sort()
    .map(name => `${encoded(name)}=${encoded(call.query[name]!)}`)
    .join('&')
  const digest = sha256(call.body)
  const headers: Record<string, string> = {
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': digest,
    'x-acs-date': call.date,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const names = Object.keys(headers).sort()
  const signed = names.join(';')
  const canonical = [
    call.method,
    '/',
    query,
    names.map(name => `${name}:${headers[name]!.trim()}\n`).join(''),
    signed,
    digest,
  ].join('\n')
  const signature = createHmac('sha256', call.keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return {
    query,
    headers: {
      ...headers,
      authorization: `ACS3-HMAC-SHA256 Credential=${call.keyId},SignedHeaders=${signed},Signature=${signature}`,
    },
  }
}
