/** Creates the locations of a customer and places its devices there, through the public API; existing ones are used. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { Place } from './buildPlace.ts'
import type { Key } from './keyring.ts'
import type { PlacePlan } from './places/PlacePlan.ts'

interface Node {
  id: string
  name: string
  siteName: string
  children?: readonly Node[]
}

export async function locateDevices(
  api: PublicApi,
  { devices, locations }: PlacePlan,
  { appId, sites }: Place,
  keys: ReadonlyMap<string, Key>,
): Promise<void> {
  const inApp = `appId=${appId}`
  const ids = new Map<string, string>()
  const walk = (nodes: readonly Node[], above: string): void => {
    for (const { id, name, siteName, children } of nodes) {
      const path = `${above || siteName}/${name}`
      ids.set(path, id)
      walk(children ?? [], path)
    }
  }
  walk(await api.get<Node[]>(`/api/admin/location/tree?${inApp}`), '')
  const here = new Map(devices.map(({ name, sn }) => [name, keys.get(sn)?.id]))
  for (const [sort, { site, path, kind, devices: names = [] }] of locations.entries()) {
    const whole = `${site}/${path}`
    if (ids.has(whole)) continue
    const cut = path.lastIndexOf('/')
    const { id } = await api.post<{ id: string }>(`/api/admin/location?${inApp}`, {
      ...{ name: path.slice(cut + 1), kind, sort },
      ...(cut > 0 ? { parentId: ids.get(`${site}/${path.slice(0, cut)}`) } : { siteId: sites.get(site) }),
    })
    ids.set(whole, id)
    const placed = names.flatMap(name => here.get(name) ?? [])
    if (placed.length) await api.post(`/api/device/bind/assignLocation?${inApp}`, { ids: placed, locationId: id })
  }
}
