/** Linkage rules tell people: whom they may name, and the notices themselves. */
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { judgeNamedAccounts } from '#modules/identity/api.ts'
import { countPeople, phonesOf } from '#modules/people/api.ts'
import { acts } from '#server/linkageParts.ts'
import type { Channel } from './channel.rules.ts'
import { notifyAct } from './notices.linkage.ts'
import { noticesOf, notify, recipientsOf } from './notify.server.ts'

const ORIGIN = 'linkage'
const idsIn = (given: unknown): readonly string[] => (Array.isArray(given) ? given.map(String) : [])
const accountsIn = ({ accountIds }: Readonly<Params>): readonly string[] => idsIn(accountIds)
const nobody = (device: boolean): Text =>
  device
    ? ['没有账号可通知：已锁定，或不能查看该设备', 'No account to notify: locked, or may not see the device']
    : ['没有账号可通知：已锁定，或不能进入本应用', 'No account to notify: locked, or may not enter the application']

/** Whoever reads the runs of a rule need not read people: they are counted. */
const peopleIn = (count: number): Text[] =>
  count === 0 ? [] : [[`${count} 位人员`, count === 1 ? '1 person' : `${count} people`]]

/** The reasons of accounts by name, those of people by how many have them. */
function failuresOf(failed: readonly { name: string | null; reason: Text }[]): Text {
  const accounts = failed.flatMap(({ name, reason }) => (name === null ? [] : [{ who: [name, name] as Text, reason }]))
  const ofPeople = Map.groupBy(
    failed.filter(({ name }) => name === null),
    ({ reason }) => reason[0],
  )
  const people = [...ofPeople.values()].map(all => ({ who: peopleIn(all.length)[0]!, reason: all[0]!.reason }))
  const every = [...accounts, ...people]
  return [
    every.map(({ who, reason }) => `${who[0]}：${reason[0]}`).join('；'),
    every.map(({ who, reason }) => `${who[1]}: ${reason[1]}`).join('; '),
  ]
}

export const notifyByRule = acts({
  of: notifyAct.key,
  /** Refuses to notify accounts that the caller may not name, or that may not see it. What was notified before stays. */
  async judge(ctx, { device, params }, before) {
    const accountIds = accountsIn(params)
    const personIds = [...new Set(idsIn(params.personIds))]
    if ((await countPeople(ctx.sql, ctx.appId!, personIds)) < personIds.length)
      throw invalidFields([
        { field: 'actions', text: ['通知的人员不在本应用中', 'A person to notify is not in this application'] },
      ])
    await judgeNamedAccounts(ctx, 'actions', accountIds, before.flatMap(accountsIn))
    const found = await ctx.ports.db.tx({ role: 'engine' }, query =>
      recipientsOf(query, device ? { deviceId: device.id } : { appId: ctx.appId! }, accountIds),
    )
    if (found.length === new Set(accountIds).size) return
    throw invalidFields([
      {
        field: 'actions',
        text: device
          ? [
              `通知的账号中有的已锁定，或不能查看“${device.name}”`,
              `An account to notify is locked or may not see “${device.name}”`,
            ]
          : [
              '通知的账号中有的已锁定，或不能进入本应用',
              'An account to notify is locked or may not enter the application',
            ],
      },
    ])
  },
  /** It ends when every message by SMS has ended; notices in the console arrive at once. */
  async run(ports, query, { rule, run, device, params }) {
    const [noticesId, by] = [ports.newId(), params.by as Channel]
    const { accounts, people } = await notify(ports, query, {
      about: device ? { deviceId: device.id } : { appId: run.appId },
      to: { accountIds: accountsIn(params), phones: await phonesOf(ports, query, run.appId, idsIn(params.personIds)) },
      ...{ title: rule.name, body: String(params.text), by, origin: ORIGIN, originId: noticesId },
    })
    if (accounts.length + people === 0) throw new Refusal('invalid', { text: nobody(device !== null) })
    const message: Text = [
      `已通知 ${[...accounts, ...peopleIn(people).map(([zh]) => zh)].join('、')}`,
      `Notified ${[...accounts, ...peopleIn(people).map(([, en]) => en)].join(', ')}`,
    ]
    return by === 'sms' ? { state: 'sent', message, ref: noticesId } : { state: 'done', message }
  },
  async ended(query, noticesId) {
    const { waiting, failed } = await noticesOf(query, ORIGIN, noticesId)
    if (waiting > 0) return { state: 'sent' }
    if (failed.length === 0) return { state: 'done' }
    return { state: 'failed', message: failuresOf(failed) }
  },
})
