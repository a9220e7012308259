/** Devices behind gateways in tests over sockets: models of another kind, and the proof with which a gateway brings a device. */
import { createHmac } from 'node:crypto'
import type { Credentials, TestDevice } from './device.ts'
import type { TestServer } from './server.ts'

/** The same product once more, as a device of another kind. */
export async function modelOfKind(
  server: TestServer,
  modelId: string,
  modelNo: string,
  deviceKind: number,
): Promise<string> {
  const asked = async (method: 'GET' | 'POST', url: string, body?: unknown): Promise<any> => {
    const answer = await server.call(method, url, body)
    if (answer.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const { name, vendorId, typeCode, protocol, netType, spec } = await asked('GET', `/api/device/model/${modelId}`)
  const given = { name, modelNo, vendorId, typeCode, protocol, netType, spec, deviceKind }
  const { id } = await asked('POST', '/api/device/model', given)
  await asked('POST', `/api/device/model/${id}/publish`, {})
  return id
}

export const nameOf = ({ productKey, deviceName }: Pick<Credentials, 'productKey' | 'deviceName'>) => ({
  productKey,
  deviceName,
})

export const signed = (child: Credentials, more: Record<string, unknown> = {}) => {
  const { productKey, deviceName, secret } = child
  const timestamp = '1700000000000'
  const content = `clientIdc1deviceName${deviceName}productKey${productKey}timestamp${timestamp}`
  const sign = createHmac('sha256', secret).update(content).digest('hex')
  return { productKey, deviceName, clientId: 'c1', timestamp, signMethod: 'hmacSha256', sign, ...more }
}

/** What a gateway publishes on one of its own topics, below `/ext/session/…/` or `/sys/…/`; resolves with the reply. */
export async function asGateway(
  by: TestDevice,
  of: Credentials,
  what: `combine/${string}` | `thing/${string}`,
  params: unknown,
): Promise<any> {
  const topic = `/${what.startsWith('combine/') ? 'ext/session' : 'sys'}/${of.productKey}/${of.deviceName}/${what}`
  const reply = by.next(`${what}_reply`)
  await by.client.publishAsync(topic, JSON.stringify({ id: '1', params }), { qos: 1 })
  return (await reply).body
}
