/** How callbacks are signed: Standard Webhooks, HMAC-SHA256. */
import { createHmac } from 'node:crypto'

/** `whsec_` and base64, as the standard's libraries read it. */
export const secretText = (key: Uint8Array): string => `whsec_${Buffer.from(key).toString('base64')}`

/** The three headers; with several valid keys there are several signatures. `atS` is epoch seconds. */
export function signedHeaders(
  keys: readonly Uint8Array[],
  messageId: string,
  atS: number,
  body: string,
): Record<string, string> {
  const signature = keys
    .map(key => `v1,${createHmac('sha256', key).update(`${messageId}.${atS}.${body}`).digest('base64')}`)
    .join(' ')
  return {
    'content-type': 'application/cloudevents+json',
    'webhook-id': messageId,
    'webhook-timestamp': String(atS),
    'webhook-signature': signature,
  }
}
