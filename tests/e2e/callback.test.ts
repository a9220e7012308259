/** A callback configured in the browser arrives at a customer's server, signed as an independent library expects. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { choose, dialogOf, fieldOf } from './form.ts'
import type { Simulator } from './simulator.ts'
import { useStage } from './stage.ts'
import { pause } from '../harness/pause.ts'

const stage = useStage()
const received: { headers: Record<string, string>; body: string }[] = []
const receiver = http.createServer((request, response) => {
  let body = ''
  request.on('data', part => {
    body += part
  })
  request.on('end', () => {
    received.push({ headers: request.headers as Record<string, string>, body })
    response.end('ok')
  })
})
let url = ''
let terminal: Credentials
let simulator: Simulator

beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/portico`
  const { server, appId, models } = stage.platform
  terminal = await connectDevice(server, appId, models.faceEqui!, 'CB-FACE', '大堂')
  simulator = await stage.simulate([{ deviceClass: 'faceEqui', credentials: terminal }])
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

test('set up, delivered, verified, and written down', async () => {
  const page = await stage.open(`/faceEqui/callback/${stage.platform.appId}`)
  await page.getByRole('button', { name: '新增回调' }).first().click()
  const dialog = dialogOf(page)
  await fieldOf(dialog, '名称').locator('input').fill('物业系统')
  await fieldOf(dialog, '回调地址').locator('input').fill(url)
  await choose(page, dialog, '事件', '识别/通行', '告警')
  await dialog.locator('button[type=submit]').click()
  const row = page.getByRole('row').filter({ hasText: '物业系统' })
  await row.waitFor()
  await row.locator('.table-act', { hasText: '更多' }).click()
  await page.getByRole('menuitem', { name: '发送测试' }).click()
  await until(() => received.length > 0, 'the test message')

  await row.locator('.table-act', { hasText: '更多' }).click()
  await page.getByRole('menuitem', { name: '查看签名密钥' }).click()
  await dialogOf(page).locator('textarea').fill('联调')
  await dialogOf(page).locator('button[type=submit]').click()
  const secret = await dialogOf(page).locator('pre code').innerText()
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('button', { name: '我已保存' }).click()

  await until(
    async () => {
      simulator.order('face stranger')
      await pause(1000, 'the gateway learns of a callback within half a second: faces come until one is delivered')
      return received.some(({ body }) => body.includes('portico.passage.v1') && body.includes(terminal.sn))
    },
    'the passage',
    15_000,
  )
  const got = received.find(({ body }) => body.includes('portico.passage.v1') && body.includes(terminal.sn))!
  const event = new Webhook(secret).verify(got.body, got.headers) as {
    specversion: string
    type: string
    data: { result: number }
  }
  expect(event).toMatchObject({ specversion: '1.0', type: 'portico.passage.v1', data: { result: 0 } })
  expect(() => new Webhook(secret).verify(got.body.replace('"result":0', '"result":1'), got.headers)).toThrow()

  await page.getByRole('tab', { name: '记录' }).click()
  const delivered = page.getByRole('row').filter({ hasText: '识别/通行' }).first()
  await delivered.getByText('成功').waitFor()
  await delivered.getByText('200').waitFor()
  const idOf = ({ headers }: { headers: Record<string, string> }): string => headers['webhook-id']!
  const before = received.map(idOf)
  await delivered.locator('.table-act', { hasText: '重新推送' }).click()
  // A passage of a face that was ordered before may still come in between.
  await until(() => received.slice(before.length).some(one => before.includes(idOf(one))), 'the same message again')
})
