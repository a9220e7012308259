/** Files and the audit speak in words: no code of a choice, no key of a definition, no Chinese to who reads English. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classes, nouns } from '#main/registry.ts'
import { partsOf } from '#main/wire.ts'
import type { Choices, Field } from '#model/field.ts'
import { keyWords } from '#model/keyWords.ts'
import { verbsOf, type Noun } from '#model/noun.ts'
import { command as commandNoun } from '#modules/devices/command/command.noun.ts'
import { pointNames } from '#modules/identity/role/pointNames.server.ts'
import { operLog } from '#modules/insight/operLog.noun.ts'
import { exportTable } from '#server/crud/exportTable.ts'
import { toState } from '#server/moves/toState.ts'
import { furnishEveryNoun, type EveryNoun } from './harness/everyNoun.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const HAN = /[\u4e00-\u9fff]/
let server: TestServer
let every: EveryNoun
beforeAll(async () => {
  server = await startTestServer()
  every = await furnishEveryNoun(server)
})
afterAll(async () => {
  await every.admin.end()
  await server.close()
})

const fieldsOf = (noun: Noun): [string, Field][] => [
  ...Object.entries(noun.fields),
  ...Object.entries(noun.states ?? {}).map(([name, { label, states }]): [string, Field] => [
    name,
    { kind: 'choice', label, values: states },
  ]),
]
const wordsOf = (values: Choices, at: 1 | 2): string[] => Object.values(values).map(entry => entry[at])

test.each([['zh-CN', 1] as const, ['en', 2] as const])(
  'an export says choices and states in words: %s',
  async (language, at) => {
    let cells = 0
    for (const noun of nouns.values()) {
      if (!verbsOf(noun).includes('export')) continue
      for (const [name, field] of fieldsOf(noun)) {
        const isKey = field.kind === 'text' && field.keyOf === 'deviceClass'
        if (field.kind !== 'choice' && !isKey) continue
        const known = isKey
          ? [...classes.values()].map(one => one.label[at - 1]!)
          : field.kind === 'choice'
            ? wordsOf(field.values, at)
            : []
        const { body } = await server.call(
          'GET',
          `${noun.api}/export?format=csv&columns=${name}&appId=${every.appId}`,
          undefined,
          { headers: { 'accept-language': language } },
        )
        const [heading, ...rows] = body.msg!.replace('\ufeff', '').trimEnd().split('\r\n')
        expect([noun.key, name, heading]).toEqual([noun.key, name, field.label[at - 1]])
        for (const row of rows) {
          const text = row.replace(/^"|"$/g, '')
          const several = field.kind === 'choice' && field.many
          const parts = (several ? text.split(at === 1 ? '、' : ', ') : [text]).filter(Boolean)
          expect({ [`${noun.key}.${name}`]: parts.filter(one => !known.includes(one)) }).toEqual({
            [`${noun.key}.${name}`]: [],
          })
          cells += parts.length
        }
      }
    }
    expect(cells).toBeGreaterThan(100)
  },
)

const words = (noun: Noun, name: string, key: string, row: Record<string, unknown> = {}) => {
  const field = noun.fields[name]!
  return field.kind === 'text' ? keyWords(field, key, row, { nouns, classes }) : undefined
}

test('every act and every object that is written to the audit has words', () => {
  const root = join(import.meta.dirname, '../src')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => /^(server|modules)\/.*\.ts$/.test(file) && !/\.test\.ts$|\.noun\.ts$/.test(file))
    .map(file => readFileSync(join(root, file), 'utf8'))
    .filter(source => /audit/i.test(source))
  const matches = (pattern: RegExp): string[] => [
    ...new Set(sources.flatMap(source => [...source.matchAll(pattern)].map(([, word]) => word!))),
  ]
  const objects = [...matches(/\bobject: '(\w+)'/g), ...partsOf('retained').map(({ key }) => key)]
  expect(objects.length).toBeGreaterThan(20)
  expect(objects.filter(object => !words(operLog, 'object', object))).toEqual([])
  const acts = [
    ...matches(/\baction: '(\w+)'/g),
    ...matches(/\bauditKey\(\s*ctx,\s*'(\w+)'/g),
    ...matches(/\baudit\(query, .*'(\w+)'\)/g),
    ...matches(/\bmove\(ctx, input, '(\w+)'/g),
  ]
  expect(acts.length).toBeGreaterThan(50)
  const parts = (act: string): boolean => [...nouns.keys()].some(object => words(operLog, 'action', act, { object }))
  expect(acts.filter(act => !parts(act))).toEqual([])
})

test('an export of the audit names acts and objects, and one of commands what was commanded at which part', () => {
  const reading = { language: 'en', zone: 'Asia/Shanghai', nouns, classes } as const
  const line = (noun: Noun, row: Record<string, unknown>): string =>
    exportTable(noun, Object.keys(row), reading)
      .cells({ id: '1', ...row })
      .map(({ text }) => text)
      .join(',')
  expect(line(operLog, { action: 'grant', object: 'role' })).toBe('Grant menus,Role')
  expect(line(operLog, { action: 'remove', object: 'person' })).toBe('Delete,Person')
  const command = { deviceClass: 'accessControlDevice', component: 'door:2', identifier: 'setProperties', state: 3 }
  expect(line(nouns.get('command')!, command)).toBe('Door controllers,Door 2,Set properties,Done')
  expect(line(nouns.get('ticket')!, { fee: '1250', score: 4 })).toBe('12.50,4')
  const week = [{ weekday: 1, from: '08:00', to: '18:00' }]
  expect(line(nouns.get('timePlan')!, { week })).toBe('Weekday Mon, From 08:00, To 18:00')
})

test('no heading of an export in English is Chinese', () => {
  const reading = { language: 'en', zone: 'Asia/Shanghai', nouns, classes } as const
  for (const noun of nouns.values())
    expect([noun.key, HAN.test(exportTable(noun, [], reading).heading.join())]).toEqual([noun.key, false])
})

test('what the platform noted by itself is read in the language of the reader', async () => {
  const [command, run, delivery] = ['devices.command', 'linkage.run', 'callbacks.delivery'].map(table =>
    every.idOf(table, 0),
  )
  await every.admin.query(
    sql`update devices.command set ${toState(commandNoun.fields.state.values, 'timedOut')}, message = '设备没有应答',
       reason = '联动：Gate', user_name = '平台管理员', queued_at = now(), finished_at = now() where id = ${command}`,
  )
  const step = { deviceName: 'Gate', identifier: 'openDoor', state: 'failed' }
  // As an earlier version kept it, and as it is kept.
  const steps = [
    { ...step, message: '前一动作失败' },
    { ...step, message: ['设备已禁用', 'The device is disabled'] },
  ]
  await every.admin.query("update linkage.run set actions = $2, reason = '前一动作失败' where id = $1", [
    run,
    JSON.stringify(steps),
  ])
  await every.admin.query('update callbacks.delivery set error = $2, attempts = $3 where id = $1', [
    delivery,
    '域名 example.test 无法解析',
    JSON.stringify([{ at: new Date().toISOString(), error: '对方拒绝连接' }]),
  ])
  const read = async (path: string, language: 'zh-CN' | 'en') =>
    (await server.call('GET', `${path}appId=${every.appId}`, undefined, { headers: { 'accept-language': language } }))
      .body.data
  const paths = [
    `/api/device/control/${command}?`,
    `/api/device/linkageRun/${run}?`,
    `/api/device/delivery/${delivery}?`,
  ]
  const parts = async (language: 'zh-CN' | 'en') => {
    const [one, two, three] = await Promise.all(paths.map(path => read(path, language)))
    return [
      ...[one.message, one.reason, one.userName],
      ...[two.reason, ...two.actions.map((action: { message: string }) => action.message)],
      ...[three.error, three.attempts[0].error],
    ]
  }
  for (const words of await parts('zh-CN')) expect(words).toMatch(HAN)
  expect(await parts('en')).toEqual([
    ...['The device did not answer', 'Linkage: Gate', 'Administrator'],
    ...['The action before it failed', 'The action before it failed', 'The device is disabled'],
    ...['The name example.test cannot be resolved', 'The connection was refused'],
  ])
  const story = await read(`/api/insight/story?kind=command&id=${command}&`, 'en')
  const notes = story.steps.flatMap(({ note }: { note: [string, string] | null }) => (note ? [note] : []))
  expect(notes.length).toBeGreaterThan(1)
  for (const [zh, en] of notes) expect([HAN.test(zh), HAN.test(en)]).toEqual([true, false])
})

test('a refusal names permissions by page and act', () => {
  expect(pointNames(server.ports, ['role:grant', 'no:such'])).toEqual([
    ['角色管理·授权菜单', 'Roles · Grant menus'],
    ['no:such', 'no:such'],
  ])
  const points = [...new Set(server.ports.menu.flatMap(({ permission }) => permission ?? []))]
  const named = pointNames(server.ports, points)
  expect(points.filter((point, at) => named[at]!.includes(point) || HAN.test(named[at]![1]))).toEqual([])
})
