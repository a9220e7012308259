/** The public page of a scanned device label, and reports from it; users of the device's application also see which device it is. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { COMMON_FAULTS, FAULTS } from '#model/faults.ts'
import { judgeAll } from '#model/judge.ts'
import type { Input, Params } from '#model/row.ts'
import { storePicture } from '#modules/content/api.ts'
import { isRandomStr, servicePhoneOf, useCaptcha } from '#modules/identity/api.ts'
import { maskSerial } from './label.rules.ts'
import { scannedBy } from './scannedBy.server.ts'
import { limitList } from '#server/limitList.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import { CHANNEL, dueTimes } from './ticket.server.ts'
import { ticket } from './ticket.noun.ts'

const ENGINE = { role: 'engine' } as const
/** Limits of a report: short text, few pictures. */
export const reportLimits = limitList('report', {
  ofAddress: [5, '/ h', '一个地址的扫码报修', 'Reports by label of one address'],
  onDevice: [10, '/ h', '一台设备的扫码报修', 'Reports by label for one device'],
  photos: [3, '', '一次报修的照片', 'Photos of a report'],
  fields: [12, '', '一次报修的字段', 'Fields of a report'],
  field: [4000, 'B', '报修的一个字段', 'One field of a report'],
})
const { most } = reportLimits
const PARTS = { fields: most.fields, fieldSize: most.field, files: most.photos + 1 }

interface Labelled {
  id: string
  source_id: string
  app_id: string | null
  name: string
  sn: string
  device_class: string
  model: string
  place: string | null
  company: string
  online: boolean
  last_seen_at: string | null
  open_tickets: number
  last_repaired: boolean
}

/** The kinds of faults that a device can have, in the order of the vocabulary. */
function faultsOf(ports: Ports, { device_class }: Pick<Labelled, 'device_class'>) {
  const found = new Set<string>([...(ports.classes.get(device_class)?.faults ?? []), ...COMMON_FAULTS])
  return Object.entries(FAULTS).flatMap(([fault, entry]) => (found.has(fault) ? [entry] : []))
}

async function labelled(ports: Ports, code: string): Promise<Labelled> {
  const [device] = /^[0-9a-f]{40}$/.test(code)
    ? await ports.db.query<Labelled>(
        ENGINE,
        sql`select d.id, d.source_id, d.app_id, d.name, d.sn, d.device_class, m.name as model,
          coalesce(s.name, a.name) as place, o.name as company,
            coalesce(c.online, false) as online, c.last_seen_at,
            (select count(*)::int from service.ticket t where t.device_id = d.id and t.state < 5) as open_tickets,
            coalesce((select t.state in (5, 6) from service.ticket t where t.device_id = d.id
              order by t.id desc limit 1), false) as last_repaired
          from devices.device d join catalog.device_model m on m.id = d.model_id
          join identity.organisation o on o.id = d.source_id
          left join applications.site s on s.id = d.site_id left join applications.application a on a.id = d.app_id
          left join devices.session c on c.device_id = d.id
          where d.label_code = ${code} and d.deleted_at is null and d.state <> 9`,
      )
    : []
  if (!device) throw new Refusal('not_found', { text: ['没有这个标签', 'The label does not exist'] })
  return device
}

export const label = raw({
  method: 'GET',
  path: '/api/device/label/:code',
  access: 'public',
  budget: 'read',
  summary: [
    '扫码标签对应的设备：名称、位置、是否在线、服务电话；对其应用的用户另含能否开门、上次开门与今日通行数',
    'The device behind a scanned label: what it is, where, whether it is online, whom to call; for users of its application also whether they may open it, when they last did, and how many passed today',
  ],
  async handle(ports, request, reply) {
    const device = await labelled(ports, (request.params as { code: string }).code)
    const spec = ports.classes.get(device.device_class)
    return reply.send({
      code: 0,
      msg: null,
      data: {
        name: device.name,
        icon: spec?.icon ?? null,
        className: spec?.label ?? [device.device_class, device.device_class],
        modelName: device.model,
        sn: maskSerial(device.sn),
        place: device.place,
        company: device.company,
        online: device.online,
        lastSeenAt: device.last_seen_at,
        asOf: ports.now().toISOString(),
        openable: Boolean(spec?.opens),
        openTickets: device.open_tickets,
        /** The state alone: who reported what is for the staff. */
        lastRepaired: device.last_repaired,
        servicePhone: await servicePhoneOf(ports, device.source_id),
        faultTypes: faultsOf(ports, device).map(([value, ...words]) => ({ value, label: words })),
        /** Only for users who may act in its application. */
        device: await scannedBy(ports, request.user, device),
      },
    })
  },
})

/** The fields that a reporter fills in, judged like those of the form in the console. */
const { faultType, content, reporter, phone } = ticket.fields
const FIELDS = { faultType, content, reporter, phone }

export const report = raw({
  method: 'POST',
  path: '/api/device/label/:code/report',
  access: 'public',
  budget: 'write',
  summary: [
    '报修：multipart，含 faultType、content、reporter、phone、图形验证码的 randomStr 和 code，以及最多 3 张照片',
    'Reports a fault: multipart with faultType, content, reporter, phone, randomStr and code of a captcha, then up to 3 photos',
  ],
  async handle(ports, request, reply) {
    const device = await labelled(ports, (request.params as { code: string }).code)
    if (!request.isMultipart()) throw new Refusal('unsupported_media')
    const given: Record<string, string> = {}
    const pictures: Buffer[] = []
    let values: Input | undefined
    for await (const part of request.parts({ limits: PARTS })) {
      if (part.type === 'field') {
        given[part.fieldname] = String(part.value)
        continue
      }
      if (part.fieldname !== 'photos' || pictures.length >= most.photos)
        throw invalidFields([
          { field: part.fieldname, text: [`最多${most.photos}张照片`, `At most ${most.photos} photos`] },
        ])
      // Photos of an anonymous reporter are read once everything else is valid, so fields come first.
      values ??= await judgeReport(ports, given, device, request.address)
      pictures.push(await part.toBuffer())
    }
    values ??= await judgeReport(ports, given, device, request.address)
    const reportNo = await keepReport(ports, device, values, pictures, request.address)
    return reply.send({ code: 0, msg: null, data: { reportNo } })
  },
})

/** Judges the fields; then the budget of the device and the address; the captcha last, since checking it uses it up. */
async function judgeReport(
  ports: Ports,
  given: Readonly<Record<string, string>>,
  device: Labelled,
  ip: string,
): Promise<Params> {
  const { randomStr, code = '', ...values } = given
  const judged = judgeAll(FIELDS, { ...values, faultType: values.faultType ? Number(values.faultType) : undefined })
  if ('problems' in judged) throw invalidFields(judged.problems)
  if (!faultsOf(ports, device).some(([value]) => value === judged.ok.faultType))
    throw invalidFields([
      { field: 'faultType', text: ['这类设备没有这种故障', 'Devices of this class have no such fault'] },
    ])
  await refuseBusy(query => ports.db.query(ENGINE, query), device.id, addressOf(ip))
  if (!isRandomStr(randomStr) || !(await useCaptcha(ports, randomStr, code))) throw new Refusal('bad_captcha')
  return judged.ok
}

const addressOf = (ip: string): string => ip || 'unknown'

async function keepReport(
  ports: Ports,
  device: Labelled,
  values: Input,
  pictures: readonly Buffer[],
  address: string,
): Promise<string> {
  const ip = addressOf(address)
  const owner = { userId: '0', sourceId: device.source_id, appId: device.app_id }
  const photos: string[] = []
  for (const bytes of pictures) photos.push((await storePicture(ports, bytes, 'image', owner)).id)
  const id = ports.newId()
  const due = dueTimes(ports.now(), null)
  const phone = String(values.phone)
  return ports.db.tx(ENGINE, async query => {
    // Reports for one device wait for each other, so that simultaneous ones are all counted.
    await query(sql`select pg_advisory_xact_lock(hashtext('ticket.label'), hashtext(${device.id}))`)
    await refuseBusy(query, device.id, ip)
    const [row] = await query<{ report_no: string }>(
      sql`insert into service.ticket (id, source_id, app_id, device_id, fault_type, content, photos, reporter,
        phone_sealed, phone_index, phone_masked, channel, accept_due_at, finish_due_at, ip)
        values (${id}, ${device.source_id}, ${device.app_id}, ${device.id}, ${values.faultType}, ${values.content}, ${JSON.stringify(photos)}, ${values.reporter},
          ${ports.vault.seal(phone, `service.ticket|phone|${id}`)}, ${ports.vault.blindIndex(phone, 'phone')}, ${`${phone.slice(0, 3)}****${phone.slice(-4)}`}, ${CHANNEL.label}, ${due.acceptDueAt}, ${due.finishDueAt}, ${ip})
        returning report_no`,
    )
    await query(sql`select engine.hold_files(${photos}, ${ticket.key}, ${owner.userId})`)
    await query(sql`insert into service.ticket_step (id, source_id, ticket_id, at, actor_name, to_state)
      values (${ports.newId()}, ${device.source_id}, ${id}, ${ports.now()}, ${values.reporter}, 0)`)
    return row!.report_no
  })
}

/** Refuses too many reports from one address or for one device. */
async function refuseBusy(query: RunSql, deviceId: string, ip: string): Promise<void> {
  const [busy] = await query<{ address: number; device: number }>(
    sql`select count(*) filter (where ip = ${ip})::int as address,
      count(*) filter (where device_id = ${deviceId} and channel = ${CHANNEL.label})::int as device
      from service.ticket where created_at > now() - interval '1 hour' and (ip = ${ip} or device_id = ${deviceId})`,
  )
  if (busy!.address >= most.ofAddress || busy!.device >= most.onDevice)
    throw new Refusal('too_many', {
      text: ['报修过于频繁，请一小时后再试或联系管理员', 'Too many reports; try again in an hour or call the staff'],
      data: { retryAfterS: 3600 },
    })
}
