/** How far a right has got is one state: of a person, a group, a device, a cell of the matrix, and the bar above it. */
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { STAGE_OF, worstStage, type DeliveryKey, type Stage } from '#model/delivery.ts'
import { person } from '#modules/people/person.noun.ts'
import { connectDevice } from '../../../tests/harness/device.ts'
import { engine, until, useTerminal } from '../../../tests/harness/terminal.ts'

const t = useTerminal()
const get = async (url: string): Promise<any> => {
  const answer = await t.server.call<any>('GET', `${url}${url.includes('?') ? '&' : '?'}appId=${t.appId}`)
  if (answer.body.code !== 0) throw new Error(`${url}: ${answer.body.msg}`)
  return answer.body.data
}
const SYNC = person.fields.sync.values
interface Cell {
  subjectId: string
  component: string
  state: DeliveryKey
}
const CLASSES = ['faceEqui', 'accessControlDevice']
/** The cells of all classes, in the order of their doors. */
async function cells(more = ''): Promise<Cell[]> {
  const found: Cell[] = []
  for (const deviceClass of CLASSES)
    found.push(...(await get(`/api/person/auth/matrix?deviceClass=${deviceClass}&size=100${more}`)).cells)
  return found
}
/** The stage of each person on each device: that of their cells which needs the most attention. */
function byDevice(all: readonly Cell[], deviceOf: ReadonlyMap<string, string>): Map<string, Stage> {
  const stages = new Map<string, Stage>()
  for (const [pair, own] of Map.groupBy(all, cell => `${cell.subjectId} ${deviceOf.get(cell.component)}`)) {
    const stage = worstStage(own.flatMap(cell => STAGE_OF[cell.state] ?? []))
    if (stage) stages.set(pair, stage)
  }
  return stages
}
const countsOf = (stages: readonly Stage[]): Partial<Record<Stage, number>> =>
  Object.fromEntries([...Map.groupBy(stages, one => one)].map(([stage, same]) => [stage, same.length]))

/** The named people of the test, and the group that has all of them. */
const people = new Map<string, { id: string; shortNo: string }>()
const deviceOf = new Map<string, string>()
let controller: string
let [all, second, siteId]: string[] = []

beforeAll(async () => {
  // It never connects; its doors store cards.
  controller = (await connectDevice(t.server, t.appId, t.models.accessControlDevice!, 'CTRL-1', '后勤门')).id
  const doors = await get('/api/person/authGroup/doors')
  for (const door of doors) deviceOf.set(door.id, door.deviceId)
  const twoDoors = doors.filter((door: any) => door.deviceId === controller).slice(0, 2)
  // The controller stands at a site of its own: the filter by it leaves something, and not all.
  siteId = (await t.post('/api/admin/site', { name: '后勤楼', type: 1, status: 1 })).id
  await t.server.call('PUT', `/api/device/bind?appId=${t.appId}`, { id: controller, siteId })
  all = t.groupId
  second = (await t.post('/api/person/authGroup', { name: '后勤', doorIds: twoDoors.map((door: any) => door.id) })).id
  for (const name of ['到达', '失败', '离线', '没有卡', '撤销', '直接']) people.set(name, await t.person(name))
  const bare = await t.post('/api/person/person', { name: '没有照片', personType: 1 })
  people.set('没有照片', bare)
  people.set('没有授权', await t.post('/api/person/person', { name: '没有授权', personType: 1 }))
  const id = (name: string): string => people.get(name)!.id
  for (const name of ['离线', '撤销'])
    await t.server.call('PUT', `/api/person/person?appId=${t.appId}`, {
      id: id(name),
      cards: [`88${id(name).slice(-6)}`],
    })
  t.answerWith = item => (item.name === '失败' ? { code: 4102, msg: 'blurred' } : { code: 0 })
  const join = (group: string, names: readonly string[]) =>
    t.post(`/api/person/authGroup/${group}/addPeople`, { personIds: names.map(id) })
  await join(all, ['到达', '失败', '没有照片', '撤销'])
  await join(second!, ['离线', '没有卡', '失败', '撤销'])
  await t.post('/api/person/auth/grant', { personIds: [id('直接')], doorIds: [t.doorId] })
  await until(async () => (await t.cell(id('失败'))).state === 'failed', 'refused')
  for (const name of ['到达', '直接', '撤销'])
    await until(async () => (await t.cell(id(name))).state === 'confirmed', `${name} confirmed`)
  await t.leave()
  // Taken back while the terminal is away: it still holds them.
  await t.post(`/api/person/authGroup/${all}/removePeople`, { personIds: [id('撤销')] })
})

describe('one state of delivery', () => {
  const personStages = async (): Promise<Map<string, Stage | null>> => {
    const { records } = await get('/api/person/person/page?size=100')
    const words = Object.entries(SYNC).map(([key, [wire]]) => [wire, key] as const)
    return new Map(
      records.map((row: any) => {
        const key = words.find(([wire]) => wire === row.sync)![1]
        return [row.name, key === 'none' ? null : (key as Stage)]
      }),
    )
  }
  test('a person is as far as the cell of theirs that needs the most attention', async () => {
    const found = await cells()
    const expected = new Map(
      [...people].map(([name, { id }]) => [
        name,
        worstStage(found.filter(cell => cell.subjectId === id).flatMap(cell => STAGE_OF[cell.state] ?? [])),
      ]),
    )
    expect(Object.fromEntries(await personStages())).toEqual(Object.fromEntries(expected))
    // The scene has each of them: the test would hold for nothing otherwise.
    expect(Object.fromEntries(expected)).toEqual({
      到达: 'confirmed',
      失败: 'failed',
      离线: 'waiting',
      没有卡: 'missing',
      撤销: 'removing',
      直接: 'confirmed',
      没有照片: 'missing',
      没有授权: null,
    })
  })
  test('the devices list each person as the matrix does', async () => {
    const found = await cells()
    for (const deviceId of [t.terminal.id, controller]) {
      const { records } = await get(`/api/person/auth/page?deviceId=${deviceId}&size=100`)
      const own = found.filter(cell => deviceOf.get(cell.component) === deviceId && cell.state !== 'removing')
      expect(records.map((row: any) => [row.personId, row.doorId, row.state]).sort()).toEqual(
        own.map(cell => [cell.subjectId, cell.component, cell.state]).sort(),
      )
    }
  })
  test.each(['', '&personName=失', '&siteId=site', '&given=2', '&stage=failed', '&groupId=second'])(
    'the bar counts the cells that are shown: %s',
    async filter => {
      const more = filter.replace('second', second!).replace('siteId=site', `siteId=${siteId}`)
      for (const deviceClass of CLASSES) {
        const shown = (await get(`/api/person/auth/matrix?deviceClass=${deviceClass}&size=100${more}`)).cells
        const stages = [...byDevice(shown, deviceOf).values()].filter(stage => stage !== 'removing')
        if (filter === '&siteId=site') expect(stages.length > 0).toBe(deviceClass === 'accessControlDevice')
        const {
          soon: _soon,
          perMinute: _rate,
          ...counted
        } = await get(`/api/person/auth/summary?deviceClass=${deviceClass}${more}`)
        expect(counted, deviceClass).toEqual({
          total: stages.length,
          ...{ confirmed: 0, sending: 0, waiting: 0, failed: 0, missing: 0, clockOff: 0 },
          ...countsOf(stages),
        })
      }
    },
  )
  test('a group says the same of its people on its devices', async () => {
    const words: Readonly<Partial<Record<Stage, string>>> = {
      failed: '失败',
      sending: '下发中',
      waiting: '待上线',
      missing: '缺照片或卡号',
    }
    for (const group of [all!, second!]) {
      const row = await get(`/api/person/authGroup/${group}`)
      const doors: string[] = row.doorIds
      const members = (await get(`/api/person/authGroup/${group}/people?size=100`)).records.map((one: any) => one.id)
      const own = (await cells()).filter(cell => doors.includes(cell.component) && members.includes(cell.subjectId))
      const counted = countsOf([...byDevice(own, deviceOf).values()])
      const open = Object.entries(words).flatMap(([stage, word]) =>
        counted[stage as Stage] ? [`${word} ${counted[stage as Stage]}`] : [],
      )
      expect(row.delivery).toBe(open.join(' · '))
    }
  })
  test('each stage of the list has as many rows as it says', async () => {
    const ids = [
      `&deviceId=${controller}`,
      `&personId=${people.get('失败')!.id}`,
      `&groupId=${second}`,
      `&siteId=${siteId}`,
    ]
    for (const filter of ['', '&deviceClass=accessControlDevice', '&given=1', ...ids]) {
      const { counts } = await get(`/api/person/auth/page?size=100${filter}`)
      for (const [stage, count] of Object.entries(counts))
        expect((await get(`/api/person/auth/page?size=100${filter}&stage=${stage}`)).total, `${stage}${filter}`).toBe(
          count,
        )
    }
  })
  test('a clock that is off is said of the person too', async () => {
    await t.server.ports.db.query(
      engine,
      sql`insert into devices.shadow (device_id, component, source_id, app_id, vals, stated_at, epoch, n)
        select id, '', source_id, app_id, '{"clockOffset": 600}', now(), 1, 1 from devices.device where id = ${t.terminal.id}
        on conflict (device_id, component) do update set vals = devices.shadow.vals || excluded.vals`,
    )
    expect((await personStages()).get('到达')).toBe('clockOff')
    expect((await t.cell(people.get('到达')!.id)).state).toBe('clockOff')
  })
})
