/** The tour of a demo: offered where there is one, ticked by what was really done, and gone for good once ended. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { until } from '../harness/platform.ts'
import { offences } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const engine = { role: 'engine' } as const

test('a step is ticked when it was taken, a refused request ticks nothing, and the end is remembered', async () => {
  const { server, appId, models } = stage.platform
  const { db } = server.ports
  const connect = await server.call('POST', `/api/device/bind/connect?appId=${appId}`, {
    ...{ sn: 'TOUR-DOOR', name: '导览门', modelId: models.accessControlDevice },
  })
  const door = connect.body.data
  const simulator = await stage.simulate([{ deviceClass: 'accessControlDevice', credentials: door }])
  const row = async (text: ReturnType<typeof sql>): Promise<boolean> => (await db.query(engine, text)).length > 0
  await until(() => row(sql`select 1 from devices.session where online and device_id = ${door.id}`), 'online')
  simulator.order('card 999999')
  await until(() => row(sql`select 1 from devices.passage where device_id = ${door.id} and result = 0`), 'refused')

  const plain = await stage.open('/home/dataCenter')
  await settled(plain)
  expect(await plain.getByRole('region', { name: '导览' }).count()).toBe(0)
  await db.query(engine, sql`insert into engine.head (name, version) values ('demo', 3)`)

  const page = await stage.open('/home/dataCenter')
  const card = page.getByRole('region', { name: '导览' })
  await card.getByText('0/4').waitFor()
  await settled(page)
  expect(await offences(page)).toEqual([])
  await card.getByRole('button', { name: '看一次拒绝的原因' }).click()
  await card.getByRole('button', { name: '带我去' }).click()
  await page.waitForURL('**/why/passage/**')
  await card.getByText('1/4').waitFor()

  // A request that is refused opens no door.
  stage.expectComplaint(/status of 4\d\d/)
  await page.evaluate(() => fetch('/api/device/control/send', { method: 'POST' }))
  await card.getByRole('button', { name: '远程开一次门' }).click()
  await card.getByRole('button', { name: '带我去' }).click()
  await page.waitForURL(`**/accessControlDevice/equi/${appId}?row=${door.id}`)
  await page.getByRole('button', { name: '开门' }).first().waitFor()
  expect(await card.getByText('1/4').count()).toBe(1)

  await card.getByRole('button', { name: '结束导览' }).click()
  await card.waitFor({ state: 'detached' })
  await page.goto(`${stage.base}/home/dataCenter`)
  await settled(page)
  expect(await card.count()).toBe(0)
})
