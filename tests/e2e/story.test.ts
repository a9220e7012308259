/** The main scenario in the browser, from connecting a device to the story that explains a passage. */
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { lookOf } from '#simulators/bust.ts'
import { portraitOf } from '#simulators/camera.ts'
import { choose, dialogOf, fieldOf } from './form.ts'
import type { Simulator } from './simulator.ts'
import { useStage } from './stage.ts'
import { pause } from '../harness/pause.ts'

const stage = useStage()
const engine = { role: 'engine' } as const
const WHO = '周雨桐'
let devices: Record<'terminal' | 'controller' | 'bollard', Credentials>
let simulator: Simulator
const inApp = (path: string): string => `${path}/${stage.platform.appId}`

beforeAll(async () => {
  const { server, appId, models } = stage.platform
  devices = {
    terminal: await connectDevice(server, appId, models.faceEqui!, 'E2E-FACE', '大堂'),
    controller: await connectDevice(server, appId, models.accessControlDevice!, 'E2E-DOOR', '单元门'),
    bollard: await connectDevice(server, appId, models.bollardDevice!, 'E2E-BOL', '南门车道'),
  }
  simulator = await stage.simulate([
    { deviceClass: 'faceEqui', credentials: devices.terminal },
    { deviceClass: 'accessControlDevice', credentials: devices.controller },
    { deviceClass: 'bollardDevice', credentials: devices.bollard },
  ])
})

describe('connecting a device', () => {
  const clients: mqtt.MqttClient[] = []
  afterAll(() => {
    for (const client of clients) client.end(true)
  })
  /** The arguments of the `mosquitto_pub` command on the page. */
  const lineOf = (code: string): Record<'id' | 'user' | 'password' | 'topic' | 'message', string> => {
    const of = (pattern: RegExp): string => pattern.exec(code)?.[1] ?? ''
    return {
      id: of(/-i '?([^'\s]+)/),
      user: of(/-u '?([^'\s]+)/),
      password: of(/-P '?([^'\s]+)/),
      topic: of(/-t '?([^'\s]+)/),
      message: of(/-m '(.*)'/),
    }
  }

  test('the wizard shows its secret, names the broken hop, then reports the connection', async () => {
    const page = await stage.open(inApp('/faceEqui/equi'))
    await page.getByRole('button', { name: '添加设备' }).first().click()
    const dialog = dialogOf(page)
    await choose(page, dialog, '型号', 'faceEqui 型号')
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByText('请输入序列号', { exact: true }).waitFor()
    await fieldOf(dialog, '序列号').locator('input').fill('E2E-NEW-01')
    await fieldOf(dialog, '设备名称').locator('input').fill('新大门')
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByText('等待设备', { exact: true }).waitFor()
    const { id, user, password, topic, message } = lineOf(await dialog.locator('pre code').innerText())
    expect([user, topic.endsWith('/thing/event/property/post'), password.length > 12]).toEqual([
      'E2E-NEW-01',
      true,
      true,
    ])
    const connect = (secret: string): mqtt.MqttClient => {
      const client = mqtt.connect(`mqtt://127.0.0.1:${stage.platform.gateway.port}`, {
        clientId: id,
        username: user,
        password: secret,
        reconnectPeriod: 0,
      })
      client.on('error', () => {})
      clients.push(client)
      return client
    }
    connect(`${password.slice(0, -1)}${password.endsWith('x') ? 'y' : 'x'}`)
    await dialog.getByText('连接被拒绝').waitFor()
    await dialog.getByText(/密钥不对/).waitFor()
    const device = connect(password)
    await new Promise(resolve => device.once('connect', resolve))
    await dialog.getByText('已连接，等待它上报属性或事件').waitFor()
    await device.publishAsync(topic, message, { qos: 1 })
    await dialog.getByText('已连接', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '完 成' }).click()
    const drawer = page.locator('.drawer')
    await drawer.getByRole('heading', { name: '新大门' }).waitFor()
    await drawer.getByText('v1.0.0').first().waitFor()
  })
})

describe('letting a person in', () => {
  let shortNo = ''
  test('enrolled with a portrait by the form; a form without a name is refused', async () => {
    const page = await stage.open(inApp('/apply/customPerson/default'))
    await page.getByRole('button', { name: '新增人员' }).first().click()
    const dialog = dialogOf(page)
    await dialog.locator('button[type=submit]').click()
    await dialog.getByText('请输入姓名', { exact: true }).waitFor()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer: await portraitOf(lookOf(WHO)) })
    await page.getByRole('dialog', { name: '裁剪照片' }).getByRole('button', { name: '确 定' }).click()
    await dialog.locator('.upload-picture img').waitFor()
    await dialog.getByRole('checkbox', { name: '已取得人脸信息单独同意' }).check()
    await fieldOf(dialog, '姓名').locator('input').fill(WHO)
    await choose(page, dialog, '类型', '住户')
    await dialog.locator('button[type=submit]').click()
    await page.getByRole('row').filter({ hasText: WHO }).waitFor()
    const [person] = await stage.platform.server.ports.db.query<{ short_no: string }>(
      engine,
      sql`select short_no::text from people.person where name = ${WHO}`,
    )
    shortNo = person!.short_no
    expect(shortNo).toMatch(/^\d+$/)
  })

  test('added to a permission group, confirmed by the terminal; the open matrix shows it by itself', async () => {
    const matrix = await stage.open(inApp('/faceEqui/authorize'))
    const cell = (word: string) => matrix.getByRole('button', { name: `${WHO}, 大堂: ${word}` })
    await cell('未授权').waitFor()
    const page = await stage.open(inApp('/apply/authGroup'))
    await page.getByRole('button', { name: '新增权限组' }).first().click()
    await fieldOf(dialogOf(page), '权限组名称').locator('input').fill('全体住户')
    await choose(page, dialogOf(page), '通行点', '大堂')
    await dialogOf(page).locator('button[type=submit]').click()
    const row = page.getByRole('row').filter({ hasText: '全体住户' })
    await row.waitFor()
    const add = row.getByRole('button', { name: '添加人员' })
    if (!(await add.count())) await row.getByRole('button', { name: '更多' }).click()
    await ((await add.count()) ? add : page.getByRole('menuitem', { name: '添加人员' })).click()
    await choose(page, dialogOf(page), '人员', WHO)
    await dialogOf(page).locator('button[type=submit]').click()
    await cell('已确认').waitFor({ timeout: 25_000 })
    await cell('已确认').click()
    await matrix.getByText('已在设备上，现在可以通行').waitFor()
  })

  test('a person passes: the record arrives on the open page, with its reason', async () => {
    const page = await stage.open(inApp('/faceEqui/discern'))
    await page.getByText('没有通行记录').first().waitFor()
    await page.evaluate(() => {
      ;(window as { stayed?: boolean }).stayed = true
    })
    simulator.order(`face ${shortNo}`)
    const row = page.getByRole('row').filter({ hasText: WHO })
    await row.waitFor()
    await row.getByText('放行').waitFor()
    expect(await page.evaluate(() => (window as { stayed?: boolean }).stayed)).toBe(true)
    simulator.order('face stranger')
    await page.getByRole('row').filter({ hasText: '未登记人员' }).waitFor()
    await row.getByText(WHO).click()
    await page.waitForURL('**/why/passage/**')
    await page.locator('.why-verdict h1').getByText(WHO).waitFor()
    await expect.poll(() => page.locator('.why-step').count()).toBeGreaterThanOrEqual(3)
    const rules = page.locator('.why-rules tr')
    expect(await rules.count()).toBeGreaterThanOrEqual(3)
    expect(await rules.evaluateAll(all => all.map(rule => (rule as HTMLElement).dataset.verdict))).not.toContain(
      'refuse',
    )
    for (const picture of ['现场照', '底库照']) {
      const image = page.getByRole('button', { name: `${picture} · 放大` }).locator('img')
      await expect
        .poll(() => image.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth > 50))
        .toBe(true)
    }
  })

  test('a refused one names the rule that refused', async () => {
    const page = await stage.open(inApp('/faceEqui/discern'))
    await page.getByRole('row').filter({ hasText: '未登记人员' }).locator('b').first().click()
    await page.waitForURL('**/why/passage/**')
    await page.locator('.why-verdict [data-tone=bad], .why-verdict [data-tone=warn]').waitFor()
    await page.locator('.why-step').nth(1).waitFor()
  })
})

describe('opening a door', () => {
  const openDoor = (page: Page) =>
    page.locator('.drawer .part-card').first().getByRole('button', { name: '开门', exact: true })
  test('asks for a reason, and follows the command through its four steps', async () => {
    const page = await stage.open(`${inApp('/accessControlDevice/equi')}?row=${devices.controller.id}`)
    await openDoor(page).click()
    const tray = page.locator('.tray')
    const submit = tray.locator('button[type=submit]')
    expect(await submit.isDisabled()).toBe(true)
    const bare = await stage.platform.server.call('POST', `/api/device/control/send?appId=${stage.platform.appId}`, {
      deviceId: devices.controller.id,
      component: 'door:1',
      identifier: 'openDoor',
    })
    expect([bare.status, bare.body.code]).toEqual([400, 1])
    await tray.getByRole('radio', { name: '访客' }).check({ force: true })
    await submit.click()
    const card = page.locator('.drawer .part-card').first()
    await card.locator('.steps-of-command').getByText('已开门').waitFor()
    expect(
      await card
        .locator('.steps-of-command li')
        .evaluateAll(all =>
          all.map(step => [(step as HTMLElement).dataset.state, step.querySelector('b')!.textContent]),
        ),
    ).toEqual([
      ['done', '排队'],
      ['done', '已发送'],
      ['done', '设备确认'],
      ['done', '完成'],
    ])
    await card.getByText(/原因 访客/).waitFor()
    const [written] = await stage.platform.server.ports.db.query<{ reason: string; state: number }>(
      engine,
      sql`select reason, state from devices.command where device_id = ${devices.controller.id} order by id desc limit 1`,
    )
    expect(written).toEqual({ reason: '访客', state: 3 })
    await page.getByRole('tab', { name: '操作' }).click()
    await page.locator('.drawer .tab-row').filter({ hasText: '访客' }).getByText('完成').waitFor()
  })
  test('a command to all that are chosen shows the number first, and runs as a job', async () => {
    const page = await stage.open(inApp('/accessControlDevice/equi'))
    await page.getByRole('row').filter({ hasText: '单元门' }).getByRole('checkbox').check({ force: true })
    await page.getByRole('button', { name: '批量控制' }).click()
    const dialog = dialogOf(page)
    await choose(page, dialog, '指令', '开门')
    await dialog.getByRole('radio', { name: '急救' }).check({ force: true })
    await dialog.locator('button[type=submit]').click()
    await page.getByText('确定对 1 台设备执行“开门”吗？').waitFor()
    await page.getByRole('button', { name: '执行 1 台' }).click()
    await page.getByText('正在处理 1 项').waitFor()
    await page.goto(`${stage.base}${inApp('/accessControlDevice/equi')}?row=${devices.controller.id}&tab=commands`)
    await page.locator('.drawer .tab-row').filter({ hasText: '急救' }).getByText('完成').first().waitFor()
  })
  test('an offline device shows why nothing can be requested', async () => {
    const { server, appId, models } = stage.platform
    const away = await connectDevice(server, appId, models.accessControlDevice!, 'E2E-AWAY', '后门')
    const page = await stage.open(`${inApp('/accessControlDevice/equi')}?row=${away.id}`)
    await page.locator('.drawer').getByText('设备还没有连接过。').waitFor()
    for (const button of await page.locator('.drawer .part-card-acts button').all())
      expect(await button.isDisabled()).toBe(true)
  })
})

describe('linkage', () => {
  test('a face passes, the bollard lowers, and the run is listed', async () => {
    const { platform } = stage
    const rule = await platform.ask('POST', '/api/device/linkage', {
      name: '刷脸落柱',
      deviceClass: 'faceEqui',
      triggerDeviceIds: [devices.terminal.id],
      triggerEvent: 'recognise',
      conditions: [{ what: 1, name: 'result', op: 1, value: 1 }],
      actions: [{ deviceId: devices.bollard.id, identifier: 'fall' }],
      mode: 0,
      state: 1,
    })
    const page = await stage.open(`${inApp('/bollardDevice/equi')}?row=${devices.bollard.id}`)
    const card = page.locator('.drawer .part-card')
    await card.getByText(/升起/).first().waitFor()
    const [person] = await platform.server.ports.db.query<{ short_no: string }>(
      engine,
      sql`select short_no::text from people.person where name = ${WHO}`,
    )
    await until(
      async () => {
        simulator.order(`face ${person!.short_no}`)
        await pause(1000, 'the rule may not be known yet: faces come until one starts it')
        return (await platform.ask('GET', '/api/device/linkageRun/page')).records.some(
          (run: { linkageId: string }) => run.linkageId === rule.id,
        )
      },
      'a run',
      10_000,
    )
    await card
      .getByText(/降下到位|下降到位|降下 ·|已降下/)
      .first()
      .waitFor()
    await until(async () => (await platform.ask('GET', `/api/device/linkage/${rule.id}`)).okCount > 0, 'its success')
    await page.goto(stage.base + inApp('/bollardDevice/union'))
    await page.getByText('刷脸落柱').first().waitFor()
  })
})

describe('taking rights away', () => {
  test('who is chosen in the matrix loses the doors of the class, and the switch counts what is left', async () => {
    const page = await stage.open(inApp('/faceEqui/authorize'))
    await page.getByRole('radio', { name: /^失败/ }).click({ force: true })
    await page.getByRole('radio', { name: /^失败/, checked: true }).waitFor({ state: 'attached' })
    await page.getByText('没有符合条件的人员').waitFor()
    await page.goBack()
    await page.getByRole('checkbox', { name: WHO }).check()
    await page.getByRole('button', { name: '撤销授权' }).click()
    await page.getByRole('button', { name: '撤销 1 人' }).click()
    await page.getByRole('button', { name: `${WHO}, 大堂: 未授权` }).waitFor({ timeout: 25_000 })
  })
})
