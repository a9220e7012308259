/** The callbacks of a customer, created once through the public API, with the current address of the demo's receiver. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { PlacePlan } from './places/PlacePlan.ts'
import type { Receiver } from './Receiver.ts'

interface Row {
  id: string
  rev: number
  name: string
  url: string
}

/** With `make` missing callbacks are created; otherwise those that people removed stay removed. */
export async function ensureCallbacks(
  api: PublicApi,
  { key, callbacks }: PlacePlan,
  appId: string,
  { receiver, port, make }: { receiver: Receiver; port: number; make: boolean },
): Promise<void> {
  if (!callbacks.length) return
  const inApp = `appId=${appId}`
  const { records } = await api.get<{ records: Row[] }>(`/api/device/callback/page?${inApp}&size=100`)
  for (const [at, callback] of callbacks.entries()) {
    const path = `/${key}/${at}`
    const url = `http://127.0.0.1:${port}${path}`
    const known = records.find(row => row.name === callback.name)
    if (!known && !make) continue
    const row = known ?? (await api.post<Row>(`/api/device/callback?${inApp}`, { ...callback, url }))
    if (row.url !== url) await api.put(`/api/device/callback?${inApp}`, { ...callback, id: row.id, rev: row.rev, url })
    const { secret } = await api.post<{ secret: string }>(`/api/device/callback/${row.id}/secret?${inApp}`, {
      reason: '演示接收端启动',
    })
    receiver.secrets.set(path, secret)
  }
}
