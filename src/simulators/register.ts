/** Registers simulated devices as an integrator does, with the connect wizard's endpoint. */
import { randomBytes } from 'node:crypto'
import type { Credentials } from './Link.ts'
import type { PublicApi } from './PublicApi.ts'
import { classes, type SimClass } from './simulate.ts'

export interface Registered extends Credentials {
  deviceClass: SimClass
  doorCount?: number
  zoneCount?: number
  /** The name of the gateway that carries it. */
  behind?: string
}
/** As models store it. */
const IS_GATEWAY = 2
interface Model {
  id: string
  modelNo: string
  typeCode: string
  state: number
  deviceKind: number
  spec: { doorCount?: number | null; zoneCount?: number | null } | null
}

/** The numbers of parts that depend on the model. */
function countsBy(deviceClass: SimClass, { spec }: Model): Pick<Registered, 'doorCount' | 'zoneCount'> {
  const { door, zone } = classes.get(deviceClass)?.components ?? {}
  return {
    ...(door?.max === 'model' ? { doorCount: spec?.doorCount ?? 1 } : {}),
    ...(zone?.max === 'model' ? { zoneCount: spec?.zoneCount ?? 1 } : {}),
  }
}

/**
 * Creates `count` devices of a class in the application, of the given model or else the first published one of the
 * class; a gateway's model must say that it is one. Throws ApiRefusal.
 */
export async function register(
  api: PublicApi,
  deviceClass: SimClass,
  count: number,
  appId: string,
  modelNo?: string,
  /** Serial numbers begin with it. */
  prefix = 'SIM',
  gateway = false,
): Promise<Registered[]> {
  const page = await api.get<{ records: Model[] }>(
    `/api/device/model/page?size=100&typeCode=${deviceClass}&state=1${modelNo ? `&modelNo=${encodeURIComponent(modelNo)}` : ''}`,
  )
  const model = page.records.find(
    entry => (!modelNo || entry.modelNo === modelNo) && (!gateway || entry.deviceKind === IS_GATEWAY),
  )
  if (!model)
    throw new Error(
      `no published model of ${deviceClass}${gateway ? ' that is a gateway' : ''}${modelNo ? ` called ${modelNo}` : ''}; make one under 硬件管理 › 设备型号 and publish it`,
    )
  const made: Registered[] = []
  for (let no = 1; no <= count; no += 1) {
    const sn = `${prefix}${randomBytes(5).toString('hex').toUpperCase()}`
    const { productKey, deviceName, secret } = await api.post<Credentials>(`/api/device/bind/connect?appId=${appId}`, {
      sn,
      name: `模拟${classes.get(deviceClass)!.label[0]} ${sn.slice(-4)}`,
      modelId: model.id,
    })
    made.push({ productKey, deviceName, secret, deviceClass, ...countsBy(deviceClass, model) })
  }
  return made
}

/** The given application, or the only one. */
export async function applicationOf(api: PublicApi, appId: string | undefined): Promise<string> {
  if (appId) return appId
  const { records, total } = await api.get<{ records: { id: string; name: string }[]; total: number }>(
    '/api/admin/application/page?size=20',
  )
  if (total === 1) return records[0]!.id
  throw new Error(
    total
      ? `--app is needed; there are ${records.map(app => `${app.id} ${app.name}`).join(', ')}`
      : 'there is no application yet; make one first',
  )
}
