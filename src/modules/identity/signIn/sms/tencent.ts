/** Tencent Cloud's SMS: SendSms of 2021-01-11, signed by TC3-HMAC-SHA256. */
import { createHash, createHmac } from 'node:crypto'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export interface TencentCall {
  host: string
  service: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
  keyId: string
  keySecret: string
}
export const CONTENT_TYPE = 'application/json; charset=utf-8'

/** The Authorization header of a POST. */
export function signTencent(call: TencentCall): string {
  const date = new Date(call.timestamp * 1000).toISOString().slice(0, 10)
  const signed = 'content-type;host'
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${CONTENT_TYPE}\nhost:${call.host}\n`,
    signed,
    sha256(call.body),
  ].join('\n')
  const scope = `${date}/${call.service}/tc3_request`
  const toSign = ['TC3-HMAC-SHA256', String(call.timestamp), scope, sha256(canonical)].join('\n')
  const key = mac(mac(mac(`TC3${call.keySecret}`, date), call.service), 'tc3_request')
  return `TC3-HMAC-SHA256 Credential=${call.keyId}/${scope}, SignedHeaders=${signed}, Signature=${mac(key, toSign).toString('hex')}`
}
