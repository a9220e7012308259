/** How people and cards are sent to a device, answered one by one, read back and removed; and how an app is installed. */
import type { DeviceClass, HeldSet } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Desired } from '#modules/rights/effective.server.ts'
import { READ_BACK_PAGE } from '#modules/sync/page.rules.ts'
import { isWay, type WayItem } from '#modules/rights/ways.rules.ts'
import { wireItem } from '#modules/rights/wire.rules.ts'
import { wireFace } from '#modules/vision/face.rules.ts'
import { answers, commandSent, replied, uplinkStep, timed } from './codec.ts'
import { slot, slotted, type Exchange, type Template } from './exchange.ts'
import { sample, sampleAll } from './sample.ts'

/** A set of people with rights. */
type RightsSet = HeldSet & { item: WayItem }

const SHORT_NO = '100001'
const DIGEST = 'Vq3mT0aZ81xK_w2e'
/** Refused for this person only; the others of the list are stored. */
const NO_FACE = { code: 4101, msg: '照片无人脸' }

const PHOTO_URL = 'https://…/api/device/portrait/…'
const EXAMPLE: Desired = {
  id: '0',
  personId: SHORT_NO,
  name: '林晓',
  zone: 'Asia/Shanghai',
  rights: [
    {
      doors: [1],
      validFrom: '2026-03-01T16:00:00.000Z',
      validTo: '2027-03-01T15:59:59.999Z',
      week: [{ weekday: 1, from: '08:00', to: '18:00' }],
      closedDays: ['2026-05-01'],
    },
  ],
  cards: ['0038120417'],
  plates: ['粤B10234'],
  portraitDigest: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  version: DIGEST,
}
/** Values shown and replayed as one slot: lists and null. */
const WHOLE = new Set(['week', 'closedDays', 'doors', 'cards', 'plates'])

/** One item of the list as it is sent, with the names that sync uses. */
export const itemOf = (holds: HeldSet): Params =>
  isWay(holds.item)
    ? wireItem(holds, EXAMPLE, { photoUrl: PHOTO_URL, pin: '482915' })
    : wireFace({ ...EXAMPLE, libIds: [1], portraitDigest: EXAMPLE.portraitDigest! }, PHOTO_URL)
const itemSlots = (holds: HeldSet): Template => {
  const item = slotted(itemOf(holds), 'item', WHOLE) as Record<string, Template>
  return { ...item, personId: slot('personId', SHORT_NO), digest: slot('digest', DIGEST) }
}

/** The life of an item on the device: stored, read back, removed. */
export function listExchange(deviceClass: DeviceClass, holds: RightsSet): Exchange {
  const { item } = holds
  const personId = slot('personId', SHORT_NO)
  const put = commandSent(deviceClass, {
    identifier: holds.put.command,
    params: { [holds.put.list]: [itemSlots(holds)] },
    operator: '同步',
  })
  const read = again(
    commandSent(deviceClass, { identifier: holds.readBack.command, params: { page: 1, size: READ_BACK_PAGE } }),
    'read',
  )
  const remove = again(
    commandSent(deviceClass, {
      identifier: holds.remove.command,
      params: { [holds.remove.list]: [personId] },
      operator: '同步',
    }),
    'remove',
  )
  const done = { results: [{ personId, code: 0 }] }
  return {
    key: `${deviceClass.key}.${holds.item}.list`,
    title: ['下发、核对、收回', 'Send, read back, remove'],
    deviceClass: deviceClass.key,
    steps: [
      {
        kind: 'person',
        act: { kind: 'give', item },
        note: ['有人获得这台设备的通行权', 'A person is given the right to pass at this device'],
      },
      put,
      answers(put, done, ['逐人答复：每个人一个结果', 'One result for each person']),
      { kind: 'outcome', outcome: { kind: 'holdsOne' }, note: ['此人已在设备上', 'The person is on the device'] },
      {
        kind: 'person',
        act: { kind: 'readBack' },
        note: [
          '有人点“核对”；平台也每天核对一次',
          'An operator requests a comparison; the platform also compares once a day',
        ],
      },
      read,
      answers(read, { items: [{ personId, digest: slot('digest', DIGEST) }], total: 1 }),
      { kind: 'outcome', outcome: { kind: 'readBackEqual' }, note: ['设备与平台一致', 'Device and platform match'] },
      { kind: 'person', act: { kind: 'take' }, note: ['权限被收回', 'The right is revoked'] },
      remove,
      answers(remove, done),
      {
        kind: 'outcome',
        outcome: { kind: 'holdsNobody' },
        note: ['设备上已没有此人', 'The person is no longer on the device'],
      },
    ],
  }
}

/** One person of a list is refused by the device. */
export function refusedExchange(deviceClass: DeviceClass, holds: RightsSet): Exchange {
  const { item } = holds
  const put = commandSent(deviceClass, {
    identifier: holds.put.command,
    params: { [holds.put.list]: [itemSlots(holds)] },
    operator: '同步',
  })
  return {
    key: `${deviceClass.key}.${holds.item}.refused`,
    title: ['设备拒绝其中一人', 'The device refuses one of them'],
    deviceClass: deviceClass.key,
    steps: [
      {
        kind: 'person',
        act: { kind: 'give', item },
        note: ['有人获得这台设备的通行权', 'A person is given the right to pass at this device'],
      },
      put,
      answers(put, { results: [{ personId: slot('personId', SHORT_NO), ...NO_FACE }] }, [
        '指令本身成功（200），此人失败',
        'The command itself succeeds (200); this person fails',
      ]),
      {
        kind: 'outcome',
        outcome: { kind: 'refusedOne', code: NO_FACE.code },
        note: [
          '权限矩阵写出原因；资料更改后再次下发',
          'The permission matrix shows why; it is sent again after the person’s data is changed',
        ],
      },
    ],
  }
}

/** A package: offered to terminals that report a lower version, accepted, and installed step by step. */
export function packageExchange(deviceClass: DeviceClass): Exchange | undefined {
  const { installApp } = deviceClass.commands
  const { apps, installProgress } = deviceClass.properties
  if (!installApp || !apps || !installProgress || !deviceClass.events.appInstall) return undefined
  const has = uplinkStep('event/property/post', { apps: sample(apps.field) })
  const params = slotted({ ...sampleAll(installApp.input), versionCode: 270 }, 'app') as Record<string, Template>
  const sent = commandSent(deviceClass, { identifier: 'installApp', params, operator: null })
  const { packageName, versionName, versionCode } = params
  const progress = (stage: string, more: Record<string, Template> = {}) =>
    uplinkStep('event/property/post', { installProgress: { packageName, versionCode, stage, ...more } })
  const steps = [progress('downloading', { percent: 40 }), progress('installing', { percent: 100 })]
  const now = uplinkStep('event/property/post', {
    apps: [{ packageName, versionName, versionCode }],
    installProgress: { packageName, versionCode, stage: 'installed', percent: 100 },
  })
  const installed = uplinkStep('event/appInstall/post', timed({ packageName, versionName, versionCode, ok: true }))
  const both = (step: typeof has) => [step, replied(step, deviceClass.key)]
  return {
    key: `${deviceClass.key}.package`,
    title: ['升级应用', 'App upgrade'],
    deviceClass: deviceClass.key,
    steps: [
      ...both(has),
      {
        kind: 'person',
        act: { kind: 'package' },
        note: ['更高版本的安装包发布', 'A package of a higher version is published'],
      },
      sent,
      answers(sent, {}, [
        '表示已开始；下载地址 24 小时内有效',
        'The upgrade has begun; the download address is valid for 24 hours',
      ]),
      ...steps.flatMap(both),
      ...both(now),
      ...both(installed),
      {
        kind: 'outcome',
        outcome: { kind: 'packageInstalled' },
        note: ['平台显示已升级', 'The platform shows it as installed'],
      },
    ],
  }
}

/** The same slots again, for another command of the same exchange. */
function again(step: ReturnType<typeof commandSent>, name: string): ReturnType<typeof commandSent> {
  const text = JSON.stringify(step).replace(/"\$slot":"(commandId|expireAt|operator)"/g, `"$slot":"${name}.$1"`)
  return JSON.parse(text) as ReturnType<typeof commandSent>
}
