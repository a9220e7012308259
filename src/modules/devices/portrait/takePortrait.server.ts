/**
 * Portraits taken at a device, for whoever adds or edits people: a device is asked, its answer is looked at, and used or
 * discarded. Only the account that asked sees it; used, it is a picture that this account has uploaded.
 */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { NOT_SUPPORTED } from '#base/deviceTexts.ts'
import { Refusal } from '#model/error.ts'
import { ref } from '#model/field.ts'
import { person } from '#modules/people/person.noun.ts'
import { readWords } from '#model/readWords.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import type { Ctx, Principal } from '#server/ctx.ts'
import { endpoint } from '#server/parts.ts'
import { commandWords } from '../command/commandWords.rules.ts'
import { commanded, judgeCommand, writeCommand, type CommandRequest } from '../command/command.server.ts'
import { deviceBind } from '../stock/deviceBind.noun.ts'
import { AGAIN_S, ANSWER_S, NO_ANSWER, TOO_LATE, WAIT_S } from './portrait.rules.ts'
import { removeUnsaved } from './removePortraits.server.ts'

const PATH = '/api/device/portraitCapture'
const OFFERED_MAX = 500
const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)

const writesPeople = ({ permissions }: Principal): boolean =>
  permissions.has(`${person.key}:add`) || permissions.has(`${person.key}:edit`)
const mayTake = (user: Principal): boolean => writesPeople(user) && mayRead(user, deviceBind.key)
const UNABLE = new Refusal('forbidden', {
  text: [
    '从设备采集人脸需要新增或修改人员、查看设备的权限',
    'Taking a portrait needs the rights to add or edit people and to see devices',
  ],
})
const GONE = new Refusal('not_found', {
  text: ['照片已清除，请重新采集', 'The picture was removed; please take it again'],
})

export const portraitDevices = endpoint({
  method: 'GET',
  path: `${PATH}/devices`,
  access: 'login',
  scope: 'application',
  summary: [
    '应用中可采集人脸的设备，在线的在前；无权采集时为空',
    'The devices of the application that take portraits, those online first; empty for who may take none',
  ],
  async run(ctx) {
    if (!mayTake(ctx.user)) return []
    const classes = [...ctx.ports.classes.values()].flatMap(({ key, portraits }) => (portraits ? [key] : []))
    return ctx.sql<{ id: string; name: string; place: string | null; online: boolean }>(
      sql`select d.id, d.name, nullif(concat_ws(' · ', i.name, l.name), '') as place, coalesce(s.online, false) as online
        from devices.device d left join devices.session s on s.device_id = d.id
        left join applications.site i on i.id = d.site_id left join applications.location l on l.id = d.location_id
        where d.app_id = ${ctx.appId} and d.device_class = any(${classes}) and d.enabled and d.deleted_at is null
        order by 4 desc, i.name, d.name, d.id limit ${OFFERED_MAX}`,
    )
  },
})

/**
 * Refuses a request right after another of the same account: each is a command that the device has to carry out. Requests to
 * one device wait for each other, so that simultaneous ones are refused as well.
 */
async function refuseSoon(ctx: Ctx, deviceId: string): Promise<void> {
  await ctx.sql(sql`select pg_advisory_xact_lock(hashtext('devices.portrait'), hashtext(${deviceId}))`)
  const soon = await ctx.sql(
    sql`select 1 from devices.portrait where app_id = ${ctx.appId} and device_id = ${deviceId}
      and user_id = ${ctx.user.userId} and file is null and problem is null and asked_at > ${secondsAfter(ctx.now, -AGAIN_S)}`,
  )
  if (soon.length)
    throw new Refusal('wrong_state', {
      text: ['刚刚已让该设备采集，请稍候', 'The device was asked a moment ago; please wait'],
    })
}

/** Notes the request; refuses it while the device takes a portrait for somebody else. One that the account gave up is replaced. */
async function note(
  ctx: Ctx,
  asked: { id: string; deviceId: string; commandId: string; sourceId: string },
): Promise<void> {
  const { id, deviceId, commandId, sourceId } = asked
  await ctx.sql(
    sql`delete from devices.portrait where app_id = ${ctx.appId} and device_id = ${deviceId} and file is null
      and problem is null and (user_id = ${ctx.user.userId} or until < ${ctx.now})`,
  )
  const noted = await ctx.sql<{ id: string }>(
    sql`insert into devices.portrait (id, source_id, app_id, device_id, command_id, user_id, asked_at, until)
      values (${id}, ${sourceId}, ${ctx.appId}, ${deviceId}, ${commandId}, ${ctx.user.userId}, ${ctx.now},
        ${secondsAfter(ctx.now, ANSWER_S)})
      on conflict (app_id, device_id) where file is null and problem is null do nothing returning id`,
  )
  if (!noted.length)
    throw new Refusal('wrong_state', {
      text: [
        '该设备正在为他人采集，请稍候或换一台',
        'The device is taking a portrait for somebody else; wait, or choose another',
      ],
    })
}

export const takePortrait = endpoint({
  method: 'POST',
  path: PATH,
  access: 'login',
  scope: 'application',
  input: { deviceId: ref(['设备', 'Device'], deviceBind.key, { required: true }) },
  summary: [
    '让设备采集人脸，只有请求者能看到和采用结果；需要新增或修改人员、查看设备的权限',
    'Has a device take a portrait, which only the caller sees and may use; needs the rights to add or edit people and to see devices',
  ],
  async run(ctx, { deviceId }) {
    if (!mayTake(ctx.user)) throw UNABLE
    const { ports, user } = ctx
    const device = await commanded(ctx.sql, deviceId, undefined, { within: sql` and d.app_id = ${ctx.appId}` })
    const portraits = ports.classes.get(device.device_class)?.portraits
    if (!portraits) throw new Refusal('invalid', { text: NOT_SUPPORTED })
    await refuseSoon(ctx, deviceId)
    const id = ctx.newId()
    const request: CommandRequest = {
      ...{ deviceId, identifier: portraits.command, origin: 'console', userId: user.userId, userName: user.nickname },
      params: { [portraits.reference]: id, [portraits.waitS]: WAIT_S },
    }
    const judged = judgeCommand(ports, device, request)
    const commandId = await writeCommand(ports, ctx.sql, request, device, judged)
    await note(ctx, { id, deviceId, commandId, sourceId: device.source_id })
    await ctx.audit({
      ...{ action: portraits.command, object: deviceBind.key, objectId: device.id, objectName: device.name },
      changes: { commandId, params: judged.params },
    })
    return { id, waitS: WAIT_S, answerS: ANSWER_S }
  },
})

interface Taken {
  file: string | null
  problem: Text | null
  late: boolean
  /** Of the command. */
  state: number | null
  message: string | null
}
/** States above it: failed, timed out, cancelled. */
const DONE = 3

/** Why there will be no picture, or null while there may be one. */
function endOf({ problem, state, message, late }: Taken): Text | null {
  if (problem) return problem
  if (state !== null && state > DONE) return message ? [message, readWords(commandWords, message, 'en')] : NO_ANSWER
  return late ? TOO_LATE : null
}

export const shownPortrait = endpoint({
  method: 'GET',
  path: `${PATH}/:id`,
  access: 'login',
  scope: 'application',
  summary: [
    '采集的进展：等待中、已采集或失败；仅请求者可查',
    'How far it is: waiting, taken or failed. For the account that asked',
  ],
  async run(ctx, { id }) {
    const [taken] = await ctx.sql<Taken>(
      sql`select r.file, r.problem, r.until < ${ctx.now} as late, c.state, c.message from devices.portrait r
        left join devices.command c on c.id = r.command_id
        where r.id = ${id} and r.app_id = ${ctx.appId} and r.user_id = ${ctx.user.userId}`,
    )
    if (!taken || !mayTake(ctx.user)) throw GONE
    const problem = taken.file ? null : endOf(taken)
    return { state: taken.file ? 'taken' : problem ? 'failed' : 'waiting', file: taken.file, problem }
  },
})

export const usePortrait = endpoint({
  method: 'POST',
  path: `${PATH}/:id/use`,
  access: 'login',
  scope: 'application',
  summary: [
    '采用照片：此后等同于请求者上传的照片，可填入人员的人脸照片；不保存则与未保存的上传一样清除',
    'Uses the picture: from now on it is like one that the caller has uploaded, for the portrait of a person; one that is not saved is removed like other uploads',
  ],
  async run(ctx, { id }) {
    if (!mayTake(ctx.user)) throw UNABLE
    const [used] = await ctx.sql<{ file: string }>(
      sql`delete from devices.portrait where id = ${id} and app_id = ${ctx.appId} and user_id = ${ctx.user.userId}
        and file is not null returning file`,
    )
    if (!used) throw GONE
    return { id: used.file }
  },
})

export const discardPortrait = endpoint({
  method: 'DELETE',
  path: `${PATH}/:id`,
  access: 'login',
  scope: 'application',
  summary: [
    '放弃采集：已有的照片立即删除，之后到达的不再保存',
    'Gives it up: a picture that came is removed at once, one that comes later is not stored',
  ],
  async run(ctx, { id }) {
    const [given] = await ctx.sql<{ file: string | null }>(
      sql`delete from devices.portrait where id = ${id} and app_id = ${ctx.appId} and user_id = ${ctx.user.userId}
        returning file`,
    )
    if (given?.file) await removeUnsaved(ctx.ports, given.file)
    return given !== undefined
  },
})
