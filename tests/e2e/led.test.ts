/** A display's programme from its first draft to the board: refused for a word, mended, previewed, switched on, and shown without a connection. */
import { beforeAll, expect, test } from 'vitest'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { offences } from './axe.ts'
import { choose, dialogOf, fieldOf } from './form.ts'
import type { Simulator } from './simulator.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
let board: Credentials
let simulator: Simulator

beforeAll(async () => {
  const { server, appId, models, ask } = stage.platform
  await ask('POST', '/api/device/forbiddenWord', { word: '高价回收' })
  board = await connectDevice(server, appId, models.ledDevice!, 'LED-E2E', '南门显示屏')
  simulator = await stage.simulate([{ deviceClass: 'ledDevice', credentials: board }])
  await until(() => current().then(text => text !== undefined), 'the board is online')
})

/** What the board shows, as its simulator reports it. */
async function current(): Promise<string | undefined> {
  simulator.order('status')
  await new Promise(resolve => setTimeout(resolve, 200))
  const last = simulator
    .printed()
    .trimEnd()
    .split('\n')
    .findLast(line => line.includes('LED-E2E'))
  return last && (JSON.parse(last) as { values: { current: string } }).values.current
}

test('a programme with a forbidden word is refused, mended, previewed and shown by the board', async () => {
  const page = await stage.open(`/apply/programme/${stage.platform.appId}`)
  await page.getByRole('button', { name: '新增' }).first().click()
  const dialog = dialogOf(page)
  await fieldOf(dialog, '节目名称').getByRole('textbox').fill('欢迎')
  const text = dialog.getByRole('textbox', { name: '文字' }).first()
  await text.fill('高价 回收')
  await choose(page, dialog, '显示屏', '南门显示屏')
  await choose(page, dialog, '状态', '启用')
  stage.expectComplaint(/status of 4\d\d/)
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('含有违禁词“高价回收”').first().waitFor()
  await text.fill('欢迎光临滨江壹号')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await until(async () => (await current()) === '欢迎光临滨江壹号', 'the board shows it')
  await page.getByRole('button', { name: '预览' }).first().click()
  const canvas = page.getByRole('img', { name: '欢迎光临滨江壹号' })
  await canvas.waitFor()
  await settled(page)
  // 8 × 4 characters of 16 dots: lit ones are red, and there are as many dots as the matrix has.
  const seen = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
    let red = 0
    for (let at = 0; at < data.length; at += 4) if (data[at]! > 200 && data[at + 1]! < 120) red += 1
    return { ratio: element.width / element.height, red }
  })
  expect(seen.ratio).toBe(2)
  expect(seen.red).toBeGreaterThan(500)
  expect(await offences(page)).toEqual([])
})

test('a temporary text is given at the card, too long a one is refused, and the programme returns', async () => {
  const page = await stage.open(`/ledDevice/equi/${stage.platform.appId}`, { width: 390, height: 844, theme: 'dark' })
  await page.getByText('南门显示屏').first().click()
  await page.getByRole('button', { name: '临时显示' }).click()
  const tray = page.locator('form.tray')
  await fieldOf(tray, '内容').getByRole('textbox').fill('字'.repeat(40))
  await fieldOf(tray, '时长').getByRole('textbox').fill('2')
  // A number counts when its field is left.
  await page.keyboard.press('Tab')
  stage.expectComplaint(/status of 4\d\d/)
  await tray.getByRole('button', { name: '临时显示' }).click()
  await tray.getByText('显示屏为 4 行、每行 8 个汉字').waitFor()
  await fieldOf(tray, '内容').getByRole('textbox').fill('请走 2 号门')
  await tray.getByRole('button', { name: '临时显示' }).click()
  await until(async () => (await current()) === '请走 2 号门', 'the board shows it')
  await until(async () => (await current()) === '欢迎光临滨江壹号', 'the programme is back')
})

test('the displays are drawn with what they show, on a phone too; without connection the board shows its other lines', async () => {
  await stage.platform.ask('POST', '/api/device/programme', {
    ...{ name: '断网', use: 1, offlineAfterS: 10, state: 1, deviceIds: [board.id] },
    lines: [{ text: '请联系岗亭', color: 2, mode: 0 }],
  })
  const path = `/apply/programme/${stage.platform.appId}?tab=boards`
  for (const opening of [{}, { width: 390, height: 844, theme: 'dark' as const }]) {
    const page = await stage.open(path, opening)
    await page.getByRole('img', { name: '欢迎光临滨江壹号' }).waitFor()
    await page.getByRole('radio', { name: '断网时' }).click({ force: true })
    await page.getByRole('img', { name: '请联系岗亭' }).waitFor()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await offences(page)).toEqual([])
  }
  await until(async () => {
    const { data } = await stage.platform
      .ask('GET', `/api/device/syncTask/documents?deviceId=${board.id}`)
      .then(rows => ({ data: rows }))
    return data[0]?.state === 'confirmed'
  }, 'both programmes are on the board')
  simulator.order('drop 16')
  await until(async () => (await current()) === '请联系岗亭', 'without connection', 25_000)
  await until(async () => (await current()) === '欢迎光临滨江壹号', 'connected again', 25_000)
})
