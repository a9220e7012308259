/**
 * The platform's own data in the demo: partner companies, templates, stock, repairs, adverts, messages. Created once
 * through the public API.
 */
import { newCaptcha } from '#modules/identity/api.ts'
import { reportedAt } from '#modules/service/api.ts'
import type { Ports } from '#server/ports.ts'
import { PublicApi } from '#simulators/PublicApi.ts'
import type { Key } from '../keyring.ts'
import { asMaker, companyPassword } from '../ensureAccount.ts'
import { AGENCIES, REQUESTS, STOCK, SUPPLIERS } from './companies.ts'
import { makeBanners, MESSAGES, PLATFORM_WORDS } from './content.ts'
import { fillClasses, makeTemplates } from './makeTemplates.ts'
import { postOnce } from './postOnce.ts'
import { publishPackages } from './publishPackages.ts'
import { REPAIRS, timesOf } from './repairs.ts'

interface Office {
  ports: Ports
  /** Signed in as the visitor. */
  api: PublicApi
  address: string
  /** Secrets of the devices, by serial number. */
  keys: ReadonlyMap<string, Key>
}

/** What exists already is skipped, so that interrupted work is completed, not duplicated. */
export async function buildOffice({ ports, api, address, keys }: Office): Promise<void> {
  await asMaker(ports, address, async maker => {
    for (const { upper, ...agency } of AGENCIES)
      await postOnce(maker, '/api/admin/agency', {
        ...agency,
        ...(upper ? { upperId: (await byCode<{ id: string }>(maker, '/api/admin/agency', upper))!.id } : {}),
        password: companyPassword(ports, agency.username, 'first'),
      })
    for (const { vendor: _, ...supplier } of SUPPLIERS) await postOnce(maker, '/api/admin/supplier', supplier)
  })
  await giveVendors(api)
  await makeTemplates(api)
  await fillClasses(api)
  await requestApplications({ ports, api, address })
  await stockUp(api)
  await publishPackages(api)
  await makeBanners(api)
  for (const word of PLATFORM_WORDS) await postOnce(api, '/api/device/platformWord', word)
  await receiveMessages(ports, api)
  await repair(ports, api, keys)
}

const byCode = async <R>(api: PublicApi, path: string, code: string): Promise<R | undefined> =>
  (await api.get<{ records: (R & { code: string })[] }>(`${path}/page?size=100&code=${code}`)).records.find(
    row => row.code === code,
  )

/** Each supplier gets its vendor, and with it the models and their devices; a vendor that has a supplier keeps it. */
async function giveVendors(api: PublicApi): Promise<void> {
  for (const { vendor: vendorCode, code } of SUPPLIERS) {
    const supplier = await byCode<{ id: string }>(api, '/api/admin/supplier', code)
    const vendor = await byCode<{ id: string; supplierId: string | null }>(api, '/api/device/vendor', vendorCode)
    if (supplier && vendor && !vendor.supplierId)
      await api.put('/api/device/vendor', { ...vendor, supplierId: supplier.id })
  }
}

/** Requested by the first agency; the platform, which is the visitor, answers some. */
async function requestApplications({ ports, api, address }: Omit<Office, 'keys'>): Promise<void> {
  const { username } = AGENCIES[0]!
  const agency = new PublicApi(address)
  const [first, chosen] = [companyPassword(ports, username, 'first'), companyPassword(ports, username, 'chosen')]
  await agency.login(username, chosen).catch(() => agency.loginFirst(username, first, chosen))
  if ((await agency.get<{ total: number }>('/api/admin/application/page?size=1')).total > 0) return
  for (const { application, rejected } of REQUESTS) {
    const { id } = await agency.post<{ id: string }>('/api/admin/application', application)
    if (!rejected) continue
    const { records } = await api.get<{ records: { id: string; applicationId: string }[] }>(
      '/api/admin/applyCheck/page?state=0&size=100',
    )
    const review = records.find(({ applicationId }) => applicationId === id)!
    await api.post(`/api/admin/applyCheck/${review.id}/reject`, { reason: rejected })
  }
}

async function stockUp(api: PublicApi): Promise<void> {
  for (const { modelNo, sn, count, batchNo } of STOCK) {
    const { records } = await api.get<{ records: { id: string; name: string; modelNo: string }[] }>(
      `/api/device/model/page?size=100&modelNo=${modelNo}`,
    )
    const model = records.find(row => row.modelNo === modelNo)
    for (let no = 1; model && no <= count; no += 1)
      await postOnce(api, '/api/device/warehouse', {
        ...{ sn: `${sn}${String(no).padStart(3, '0')}`, name: model.name, modelId: model.id, batchNo },
      })
  }
}

/** Sent with the form of the public site; the demo need not read the captcha. */
async function receiveMessages(ports: Ports, api: PublicApi): Promise<void> {
  const list = '/api/admin/leaveMessage'
  if ((await api.get<{ total: number }>(`${list}/page?size=1`)).total > 0) return
  for (const [at, { message, steps }] of MESSAGES.entries()) {
    const randomStr = `demo-message-${at}-${ports.newId()}`
    await api.post('/api/contact', { ...message, randomStr, code: await newCaptcha(ports, randomStr) })
    const { records } = await api.get<{ records: { id: string }[] }>(`${list}/page?size=1`)
    for (const [step, body] of steps) await api.post(`${list}/${records[0]!.id}/${step}`, body)
  }
}

/** Worked on over the month of the demo, in which devices and people have their history too. */
async function repair(ports: Ports, api: PublicApi, keys: ReadonlyMap<string, Key>): Promise<void> {
  if ((await api.get<{ total: number }>('/api/service/ticket/page?size=1')).total > 0) return
  const me = (await api.get<{ sysUser: { userId: string } }>('/api/admin/user/info')).sysUser.userId
  for (const one of REPAIRS) {
    const deviceId = keys.get(one.sn)?.id
    if (!deviceId) continue
    const { id } = await api.post<{ id: string }>('/api/service/ticket', { ...one.report, deviceId })
    for (const [step, , body] of one.steps)
      await api.post(
        `/api/service/ticket/${id}/${step}`,
        JSON.parse(JSON.stringify(body ?? {}).replace('{me}', me)) as object,
      )
    await reportedAt(ports, id, timesOf(one, ports.now().getTime()))
  }
}
