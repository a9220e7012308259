/** Creates an application of the demo with its sites, organisations, models and devices through the public API. Existing ones are used. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { Key } from './keyring.ts'
import { classesOf, MODELS, OWN_PROTOCOL, VENDORS } from './places/places.ts'
import type { DevicePlan, PlacePlan } from './places/PlacePlan.ts'

interface Page<R> {
  records: R[]
}
interface Named {
  id: string
  name: string
  parentId?: string | null
  children?: Named[]
}

export interface Place {
  appId: string
  sites: Map<string, string>
  orgs: Map<string, string>
  models: Map<string, string>
}

/** The row that `fits`, or a new one. */
async function ensure<R extends { id: string }>(
  api: PublicApi,
  path: string,
  query: string,
  fits: (row: R) => boolean,
  body: object,
): Promise<R> {
  const page = await api.get<Page<R>>(`${path}/page?size=100&${query}`)
  return (
    page.records.find(fits) ??
    api.post<R>(`${path}${query.includes('appId=') ? `?${/appId=\d+/.exec(query)![0]}` : ''}`, body)
  )
}

/** Null when people removed it. */
export async function findApplication(
  api: PublicApi,
  { application: { name } }: PlacePlan,
): Promise<{ id: string } | null> {
  const { records } = await api.get<Page<Named>>(
    `/api/admin/application/page?size=100&name=${encodeURIComponent(name)}`,
  )
  return records.find(row => row.name === name) ?? null
}

export async function buildPlace(api: PublicApi, plan: PlacePlan): Promise<Place> {
  const { application, sites: planned, orgs } = plan
  const { scenario, ...plain } = application
  const scenarios = await api.get<readonly Named[]>('/api/admin/scenario/tree')
  const app = await ensure<Named & { remark: string | null }>(
    api,
    '/api/admin/application',
    `name=${encodeURIComponent(application.name)}`,
    row => row.name === application.name,
    {
      ...plain,
      deviceClasses: classesOf(plan),
      scenarioId: scenarios.find(({ name }) => name === scenario)?.id ?? null,
    },
  )
  const inApp = `appId=${app.id}`
  const sites = new Map<string, string>()
  for (const site of planned)
    sites.set(site.name, (await ensure<Named>(api, '/api/admin/site', inApp, row => row.name === site.name, site)).id)
  return { appId: app.id, sites, orgs: await buildOrgs(api, inApp, orgs), models: await buildModels(api) }
}

async function buildModels(api: PublicApi): Promise<Map<string, string>> {
  const vendors = new Map<string, string>()
  for (const vendor of VENDORS)
    vendors.set(
      vendor.code,
      (
        await ensure<Named & { code: string }>(
          api,
          '/api/device/vendor',
          `code=${vendor.code}`,
          row => row.code === vendor.code,
          vendor,
        )
      ).id,
    )
  const models = new Map<string, string>()
  for (const { vendor, ...model } of MODELS) {
    const row = await ensure<Named & { modelNo: string; state: number }>(
      api,
      '/api/device/model',
      `modelNo=${model.modelNo}`,
      known => known.modelNo === model.modelNo,
      { protocol: OWN_PROTOCOL, ...model, vendorId: vendors.get(vendor) },
    )
    if (row.state === 0) await api.post(`/api/device/model/${row.id}/publish`)
    models.set(model.modelNo, row.id)
  }
  return models
}

async function buildOrgs(api: PublicApi, inApp: string, paths: readonly string[]): Promise<Map<string, string>> {
  const orgs = new Map<string, string>()
  const walk = (nodes: readonly Named[], above: string): void => {
    for (const node of nodes) {
      orgs.set(above + node.name, node.id)
      walk(node.children ?? [], `${above}${node.name}/`)
    }
  }
  walk(await api.get<Named[]>(`/api/person/organization/tree?${inApp}`), '')
  for (const [sort, path] of paths.entries()) {
    if (orgs.has(path)) continue
    const cut = path.lastIndexOf('/')
    const row = await api.post<Named>(`/api/person/organization?${inApp}`, {
      name: path.slice(cut + 1),
      sort,
      ...(cut > 0 ? { parentId: orgs.get(path.slice(0, cut)) } : {}),
    })
    orgs.set(path, row.id)
  }
  return orgs
}

/** Connects a device with the wizard's endpoint and assigns its site; an existing one keeps its site and gets a new secret. */
export async function ensureDevice(api: PublicApi, place: Place, plan: DevicePlan): Promise<Key> {
  const known = await findKey(api, plan)
  if (known) return known
  const made = await api.post<Key>(`/api/device/bind/connect?appId=${place.appId}`, {
    sn: plan.sn,
    name: plan.name,
    modelId: place.models.get(plan.model),
    siteId: place.sites.get(plan.site),
  })
  await api.put(`/api/device/bind?appId=${place.appId}`, {
    id: made.id,
    name: plan.name,
    siteId: place.sites.get(plan.site),
    position: plan.position,
    direction: plan.direction,
  })
  return made
}

const IS_GATEWAY = 2
/** Whether the model of a device carries others: in a demo of an earlier version, none does. */
export async function carriesOthers(api: PublicApi, deviceId: string): Promise<boolean> {
  const { modelId } = await api.get<{ modelId: string }>(`/api/device/warehouse/${deviceId}`)
  return (await api.get<{ deviceKind: number }>(`/api/device/model/${modelId}`)).deviceKind === IS_GATEWAY
}

/** A new secret for a device whose credentials were lost; null for one that people removed, which stays removed. */
export async function findKey(api: PublicApi, plan: DevicePlan): Promise<Key | null> {
  const known = await api.get<Page<{ id: string; sn: string }>>(`/api/device/warehouse/page?sn=${plan.sn}`)
  const there = known.records.find(row => row.sn === plan.sn)
  return there
    ? { id: there.id, ...(await api.post<Omit<Key, 'id'>>(`/api/device/warehouse/${there.id}/rotateSecret`)) }
    : null
}
