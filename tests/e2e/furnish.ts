/** An application with some of everything, so that every page has content. */
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { ADMIN_PASSWORD } from '../harness/server.ts'
import { lookOf } from '#simulators/bust.ts'
import { portraitOf } from '#simulators/camera.ts'
import { PublicApi } from '#simulators/PublicApi.ts'
import type { Simulator } from './simulator.ts'
import type { Stage } from './stage.ts'

export interface Furnished {
  devices: Record<'terminal' | 'controller' | 'bollard', Credentials>
  simulator: Simulator
  passages: { passed: string; refused: string }
  commandId: string
  personId: string
  templateId: string
}

export async function furnish(stage: Stage): Promise<Furnished> {
  const { server, appId, models, ask } = stage.platform
  const connect = (key: string, sn: string, name: string): Promise<Credentials> =>
    connectDevice(server, appId, models[key]!, sn, name)
  const devices = {
    terminal: await connect('faceEqui', 'LOOK-FACE', '大堂'),
    controller: await connect('accessControlDevice', 'LOOK-DOOR', '单元门'),
    bollard: await connect('bollardDevice', 'LOOK-BOL', '南门车道'),
  }
  await connect('faceEqui', 'LOOK-AWAY', '地下车库')
  const simulator = await stage.simulate([
    { deviceClass: 'faceEqui', credentials: devices.terminal },
    { deviceClass: 'accessControlDevice', credentials: devices.controller },
    { deviceClass: 'bollardDevice', credentials: devices.bollard },
  ])
  const site = await ask('POST', '/api/admin/site', { name: '南门', type: 1, status: 1 })
  await ask('POST', '/api/admin/location', { name: '一号楼', kind: 2, siteId: site.id })
  await ask('POST', '/api/person/organization', { name: '三号楼', sort: 1 })
  const api = new PublicApi(stage.base)
  await api.login('admin', ADMIN_PASSWORD)
  const people: { id: string; shortNo: string }[] = []
  for (const [at, name] of ['周雨桐', '陈思远', '林晓'].entries()) {
    const portrait =
      at < 2
        ? [
            (
              await api.upload(
                `/api/admin/sys-file/upload?kind=portrait&appId=${appId}`,
                await portraitOf(lookOf(name)),
                'p.jpg',
              )
            ).id,
          ]
        : null
    people.push(
      await ask('POST', '/api/person/person', {
        name,
        personNo: `P00${at}`,
        personType: at + 1,
        phone: `1380013800${at}`,
        ...(portrait ? { portrait, consent: true } : {}),
        ...(at === 0 ? { cards: ['0038120417'] } : {}),
      }),
    )
  }
  const template = await ask('POST', '/api/admin/template', {
    name: '住户登记',
    kind: 'person',
    fields: [
      { key: 'plate', label: '车位', type: 'text', listed: true, importable: true },
      { key: 'blood', label: '血型', type: 'choice', options: 'A\nB\nO', required: true, importable: true },
      { key: 'since', label: '入住日', type: 'day' },
      { key: 'driver', label: '会开车', type: 'switch' },
    ],
  })
  const plan = await ask('POST', '/api/person/timePlan', {
    name: '工作日',
    week: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '23:59' })),
    exceptions: [{ day: '2030-01-01', closed: true }],
  })
  const doors = await ask<{ id: string }[]>('GET', '/api/person/authGroup/doors')
  const group = await ask('POST', '/api/person/authGroup', {
    name: '全体住户',
    timePlanId: plan.id,
    doorIds: doors.map(door => door.id),
  })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: people.map(person => person.id) })
  await ask('POST', '/api/device/linkage', {
    name: '开门落柱',
    deviceClass: 'accessControlDevice',
    triggerEvent: 'pass',
    conditions: [{ what: 1, name: 'result', op: 1, value: 1 }],
    actions: [{ deviceId: devices.bollard.id, identifier: 'fall' }],
    mode: 0,
    state: 1,
  })
  const recorder = await connect('nvrDevice', 'LOOK-NVR', '保安室录像机')
  const library = await ask('POST', '/api/vision/library', { name: '重点人员', kind: 2 })
  await ask('POST', '/api/vision/arming', {
    ...{ deviceId: recorder.id, channelNo: 1, libraryId: library.id, threshold: 60 },
  })
  await ask('POST', '/api/device/escalation', {
    name: '夜间值班',
    level: 1,
    steps: [{ afterS: 600, by: 'callback' }],
    state: 1,
  })
  for (const deviceClass of ['faceEqui', 'accessControlDevice', 'bollardDevice']) {
    const { id } = await ask('POST', '/api/device/callback', {
      name: '物业系统',
      deviceClass,
      url: 'http://127.0.0.1:9/hook',
      events: ['passage', 'alarm', 'online'],
    })
    await ask('POST', `/api/device/callback/${id}/sendTest`, {})
  }
  const terminal = await until(
    async () =>
      (await ask('GET', '/api/person/auth/matrix?deviceClass=faceEqui')).cells.some(
        (cell: { subjectId: string; state: string }) => cell.subjectId === people[0]!.id && cell.state === 'confirmed',
      ),
    'somebody on the terminal',
    20_000,
  )
  if (terminal)
    for (const line of [
      `face ${people[0]!.shortNo}`,
      'face stranger',
      'card 0038120417 2',
      'card 9900112233 1',
      'force 1',
    ])
      simulator.order(line)
  const records = await until(
    async () => {
      const page = await ask<{ records: { id: string; result: number; personId: string | null }[] }>(
        'GET',
        '/api/person/passRecord/page?time=today&size=20',
      )
      return page.records.length >= 4 && page.records
    },
    'four passages',
    20_000,
  )
  const sent = await ask<{ id: string }>('POST', '/api/device/control/send', {
    deviceId: devices.controller.id,
    component: 'door:1',
    identifier: 'openDoor',
    reason: '访客',
  })
  await until(async () => (await ask('GET', `/api/device/control/${sent.id}`)).state === 3, 'an opened door', 15_000)
  return {
    devices,
    simulator,
    passages: { passed: records.find(one => one.result === 1)!.id, refused: records.find(one => one.result === 0)!.id },
    commandId: sent.id,
    personId: people[0]!.id,
    templateId: template.id,
  }
}
