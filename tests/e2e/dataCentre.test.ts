/** The data centre in the browser: the map and its list show the same sites, and the large screen fills any screen without scrolling. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { connectDevice, makeApplication, openDevice } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()

test('a site is on the map and in the list beside it; both open the site', async () => {
  const position = { lng: 113.946, lat: 22.529 }
  const { appId, ask } = stage.platform
  const site = await ask('POST', '/api/admin/site', { name: '前海湾', type: 1, status: 1, position })
  await ask('POST', '/api/admin/site', { name: '未测站', type: 1, status: 1 })
  const page = await stage.open('/home/dataCenter')
  const href = `/apply/siteManage/${appId}?row=${site.id}`
  const map = page.getByRole('application', { name: '站点地图' })
  expect(await map.getByRole('link', { name: '前海湾 · 没有设备' }).getAttribute('href')).toBe(href)
  await page.getByText('1 处未标位置').waitFor()
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  await page.getByRole('link', { name: /^前海湾.*0\/0/ }).click()
  await page.waitForURL(`**${href}`)
})

test('the list of sites is shown on a map, and the data centre of a region leads to its devices', async () => {
  const { appId, ask, server, models } = stage.platform
  const position = { lng: 119.29, lat: 26.08 }
  const site = { name: '鼓楼站', type: 1, status: 1, province: 35, city: '福州市', position }
  await ask('POST', '/api/admin/site', site)
  await ask('POST', '/api/admin/site', { ...site, name: '思明站', city: '厦门市', position: null })
  await connectDevice(server, appId, models.accessControlDevice!, 'REGION-1', '鼓楼门')
  const page = await stage.open(`/apply/siteManage/${appId}?province=35`)
  await page.getByRole('button', { name: '显示地图' }).click()
  await page.getByRole('application', { name: '站点管理' }).getByRole('link', { name: '鼓楼站 · 没有设备' }).waitFor()
  await page.getByRole('link', { name: /^思明站.*未标位置/ }).waitFor()
  expect(await page.locator('.place-row').count()).toBe(2)
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  await page.getByRole('link', { name: /^鼓楼站.*0\/0/ }).click()
  await page.getByRole('dialog', { name: '鼓楼站' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ show: 'map', province: '35' })

  await page.goto(`${stage.base}/home/dataCenter`)
  await page.getByRole('button', { name: /全部地区/ }).click()
  await page.getByRole('option', { name: '福建 2' }).click()
  await page.waitForURL(url => url.searchParams.get('region') === '35')
  const tile = page.locator('.dc-strip .stat', { has: page.locator('b:text-is("设备在线")') })
  await expect.poll(() => page.locator('.place-row').count()).toBe(2)
  const total = Number(/\/ (\d+)/.exec(await tile.locator('.stat-value').innerText())![1])
  await tile.click()
  await page.waitForURL(url => url.searchParams.get('appId') === appId)
  await expect
    .poll(async () => Number(/\d+/.exec((await page.locator('.page-head-count').textContent()) ?? '')?.[0]))
    .toBe(total)
})

test.each([
  [1920, 1080],
  [1280, 1024],
  [390, 844],
])('the large screen fills %i × %i, scrolls nothing, and leaves the theme as it was', async (width, height) => {
  const page = await stage.open('/home/dataCenter?wall=1', { width, height })
  const wall = page.getByRole('dialog', { name: '数据中心大屏' })
  for (const scene of ['站点', '人员通行', '设备']) {
    await wall.getByRole('button', { name: scene, exact: true }).click()
    const box = (await wall.locator('.wall-canvas').boundingBox())!
    expect([box.x >= -1, box.y >= -1, box.width <= width + 1, box.height <= height + 1]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(Math.max(box.width / width, box.height / height)).toBeCloseTo(1, 2)
  }
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.keyboard.press('Escape')
  await wall.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
})

test('each figure, bar and ranking opens the list that has its number', async () => {
  const { server, appId, models, ask } = stage.platform
  const connect = (sn: string, name: string, modelId: string) => connectDevice(server, appId, modelId, sn, name)
  const face = await connect('TILES-FACE', '大堂人脸', models.faceEqui!)
  const simulator = await stage.simulate([{ deviceClass: 'faceEqui', credentials: face }])
  const door = await openDevice(
    stage.platform.gateway.port,
    await connect('TILES-DOOR', '东门', models.accessControlDevice!),
  )
  const overview = async () => (await server.call('GET', '/api/insight/overview')).body.data
  await door.post('event/pass/post', { value: { guid: 'tile', doorNo: 1, method: 2, ok: true }, time: Date.now() })
  await door.post('event/forcedOpen/post', { value: { guid: 'forced', doorNo: 1 }, time: Date.now() })
  simulator.order('face stranger')
  await until(async () => (await overview()).passages.length > 1 && (await overview()).alarms.length > 0, 'the facts')
  await door.end()
  await ask('POST', '/api/device/callback', {
    ...{ name: '收', deviceClass: 'faceEqui', url: 'http://127.0.0.1:9/hook', events: ['passage'] },
  })
  const [{ id: callbackId }] = (await ask('GET', '/api/device/callback/page')).records
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into callbacks.delivery (id, app_id, source_id, callback_id, device_class, message_id, event_type, body, state)
      select ${callbackId}::bigint + n, c.app_id, c.source_id, c.id, c.device_class, 'tile' || n, 'passage', '{}',
        case when n < 3 then 2 else 3 end
      from callbacks.callback c, generate_series(1, 4) n where c.id = ${callbackId}`,
  )
  // A right of a person without a portrait is open; of two applications, so that the figure is a sum.
  for (const appOf of [appId, (await makeApplication(server, '二期')).appId]) {
    const call = async (method: 'GET' | 'POST', url: string, body?: unknown): Promise<any> =>
      (await server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${appOf}`, body)).body.data
    if (appOf !== appId) await connectDevice(server, appOf, models.faceEqui!, 'TILES-FACE-2', '二期人脸')
    const person = await call('POST', '/api/person/person', { name: '无照', personType: 1 })
    const doors = (await call('GET', '/api/person/authGroup/doors')) as { id: string; deviceClass: string }[]
    const doorIds = doors.filter(one => one.deviceClass === 'faceEqui').map(one => one.id)
    const group = await call('POST', '/api/person/authGroup', { name: '大堂', doorIds })
    await call('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  }
  await until(async () => (await overview()).sync.missing === 2, 'the rights without a portrait')
  // Its comparison with what it stores is a command too, which would come between a figure and its list.
  // The door has left: a command that it did not answer stays open and is followed by none.
  await until(
    async () => {
      const [row] = await server.ports.db.query<{ busy: boolean }>(
        { role: 'engine' },
        sql`select exists (select from devices.session s join sync.device d on d.device_id = s.device_id
        where s.online and (coalesce(d.read_back_at, '-infinity') = '-infinity'
          or exists (select from devices.command c where c.device_id = s.device_id and c.state < 3))) as busy`,
      )
      return !row!.busy
    },
    'every terminal is compared',
    60_000,
  )
  const page = await stage.open('/home/dataCenter')
  const total = async (): Promise<number> =>
    Number(/\d+/.exec((await page.locator('.page-head-count').textContent()) ?? '')?.[0] ?? Number.NaN)
  const figure = (label: string) => page.locator('.dc-strip .stat', { has: page.locator(`b:text-is("${label}")`) })
  const figures: Readonly<Record<string, () => Promise<number>>> = {
    设备在线: async () => Number(/\/ (\d+)/.exec((await figure('设备在线').locator('.stat-value').innerText())!)![1]),
  }
  for (const label of ['设备在线', '今日通行', '拒绝', '未处理告警', '指令', '回调推送']) {
    await page.goto(`${stage.base}/home/dataCenter`)
    await figure(label).waitFor()
    const shown = await (
      figures[label] ?? (async () => Number(await figure(label).locator('.stat-value b').innerText()))
    )()
    expect([label, shown]).not.toEqual([label, 0])
    await figure(label).click()
    await page.waitForURL(url => url.pathname !== '/home/dataCenter')
    await page.locator('.page-head-count').waitFor()
    await expect.poll(total, { message: label }).toBe(shown)
  }
  for (const label of ['应下发', '待确认']) {
    await page.goto(`${stage.base}/home/dataCenter`)
    const shown = page.locator('.dc-figures div', { hasText: label }).locator('dd')
    const sum = Number(await shown.innerText())
    await shown.locator('.link, a, button').first().click()
    const parts = page.getByRole('dialog').locator('.dc-row')
    await parts.first().waitFor()
    const numbers = (await parts.locator('> b').allInnerTexts()).map(Number)
    expect([label, numbers.reduce((all, n) => all + n, 0)]).toEqual([label, sum])
    // The stage is the last part of a label; all rights have none.
    const stageOf = (await parts.first().locator('b').first().innerText()).split(' · ')[2] ?? '全部'
    await parts.first().click()
    await page.waitForURL('**/authorize/**')
    await expect
      .poll(async () => Number(new RegExp(`${stageOf}\\n(\\d+)`).exec(await page.locator('main').innerText())?.[1]), {
        message: `${label} ${stageOf}`,
        timeout: 15_000,
      })
      .toBe(numbers[0])
  }
  await page.goto(`${stage.base}/home/dataCenter`)
  const worst = page
    .locator('.dc-cell', { has: page.getByText('故障最多的设备') })
    .locator('.dc-row', { hasText: '强行闯入' })
  const alarms = Number(await worst.locator('> b').innerText())
  await worst.click()
  await page.locator('.page-head-count').waitFor()
  await expect.poll(total).toBe(alarms)
})
