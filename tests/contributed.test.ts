/**
 * The guide to what a module adds to rules, callbacks, the live stream and notices, followed in a copy of the sources: a
 * trigger, a condition, an act, an event of callbacks, a live type and a notice work without an edit elsewhere.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const copy = join(root, 'tests/.tmp', `contributed-${process.pid}`)
const guide = readFileSync(join(root, 'docs/guides/contribute-to-rules-and-callbacks.md'), 'utf8')
const FILES = ['visits.linkage.ts', 'visits.announced.ts', 'visits.server.ts']

let seen: Record<string, any>
beforeAll(async () => {
  mkdirSync(join(copy, 'tests'), { recursive: true })
  for (const part of ['src', 'scripts', 'package.json', 'tests/harness'])
    cpSync(join(root, part), join(copy, part), { recursive: true, force: true })
  mkdirSync(join(copy, 'src/modules/visits'), { recursive: true })
  for (const name of FILES)
    writeFileSync(
      join(copy, 'src/modules/visits', name),
      `${guide.split(`\`\`\`ts ${name}\n`)[1]!.split('\n```')[0]!}\n`,
    )
  const run = promisify(execFile)
  await run(process.execPath, ['scripts/gen.ts'], { cwd: copy })
  const { stdout } = await run(process.execPath, ['tests/harness/fixtures/contributedRun.ts'], { cwd: copy })
  seen = JSON.parse(stdout.split('\n').at(-2)!)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the API offers them: choices, fields and samples', () => {
  expect(seen.described).toEqual({ trigger: [50, '访客到达', 'A visitor arrives'], purpose: true, expected: true })
  expect(seen.samples).toMatchObject({ type: 'portico.visit.v1', data: { visitor: '周雨桐' } })
})

test('a rule without a device or a class runs when its event comes, and says what it saw', () => {
  expect(seen.rule).toMatchObject({ deviceClass: null, actions: [{ deviceId: null, identifier: 'welcome' }] })
  expect(seen.runs).toMatchObject([
    {
      ...{ state: 1, event: 'visitArrived', deviceClass: null, cause: ['访客到达', 'A visitor arrives'] },
      checks: [
        { held: true, label: ['访客已预约', 'The visitor is expected'], saw: ['已预约', 'Expected'] },
        { held: true, label: ['访客姓名为王五', expect.any(String)], saw: ['王五', '王五'] },
      ],
    },
  ])
})

test('what cannot be is refused with its reason, and who lacks a point cannot save it', () => {
  expect(seen.refused).toEqual({
    withoutEnd: '请填写“迎接访客”多久后恢复：此后所有人都能通过',
    withoutText: '请填写欢迎词并选择接待人',
    withDevice: '“迎接访客”不针对设备',
    withoutFlag: expect.stringContaining('已预约'),
    withoutPoint: 'forbidden',
  })
  expect(seen.heldBack).toBeTruthy()
})

test('the callback, the live message and the notice arrive', () => {
  expect(seen.callback).toMatchObject({
    ...{ type: 'portico.visit.v1', source: `/applications/${seen.appId}`, subject: 'visit' },
    data: { visitor: '王五' },
  })
  expect(seen.tested).toMatchObject({ data: { test: true, visitor: '周雨桐' } })
  expect(seen.live).toMatchObject([{ type: 'visit', greeting: '您好' }])
  expect(seen.blind).toEqual([])
  expect(seen.notices).toMatchObject([{ title: '迎宾', body: '您好 60', deviceId: null, link: '/apply/home' }])
})
