/** The page of a scanned label, on a phone: who may open slides, by finger and by key, and everybody else reads what they can do. */
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { quickAccount, quickRole } from '../harness/quickAccount.ts'
import { offences } from './axe.ts'
import { settled, useStage, type Opening } from './stage.ts'

const stage = useStage()
const engine = { role: 'engine' } as const
const PHONE = { width: 390, height: 844 }
let device: Credentials
let label: string
let offline: string
const query = <Row>(text: ReturnType<typeof sql>): Promise<Row[]> =>
  stage.platform.server.ports.db.query<Row>(engine, text)
const labelOf = async (id: string): Promise<string> =>
  (await query<{ code: string }>(sql`select label_code as code from devices.device where id = ${id}`))[0]!.code

beforeAll(async () => {
  const { server, appId, models } = stage.platform
  device = await connectDevice(server, appId, models.accessControlDevice!, 'LABEL-DOOR', '3 号楼 1 单元门')
  label = await labelOf(device.id)
  offline = await labelOf((await connectDevice(server, appId, models.faceEqui!, 'LABEL-OFF', '大堂人脸机')).id)
  await stage.simulate([{ deviceClass: 'accessControlDevice', credentials: device }])
  await until(
    async () => (await server.call('GET', `/api/device/label/${label}`, undefined, { token: null })).body.data.online,
    'the device is online',
  )
})

/** Somebody of the application who holds these points. */
async function holding(points: readonly string[]): Promise<NonNullable<Opening['as']>> {
  const { server, appId } = stage.platform
  const { id, token } = await quickAccount(server, { apps: [appId], roleIds: [await quickRole(server, { points })] })
  return { username: `q${id}`, tokens: { access_token: token, refresh_token: '', expires_in: 7200, user_id: id } }
}
const OPENS = ['command:send', 'command:view', 'passRecord:list']
const thumb = (page: Page) => page.getByRole('slider')
const openings = async (): Promise<string[]> =>
  (
    await query<{ component: string }>(
      sql`select component from devices.command where device_id = ${device.id} and identifier = 'openDoor' order by id`,
    )
  ).map(row => row.component)

/** Drags the thumb over a part of its way. */
async function slide(page: Page, share: number): Promise<void> {
  const from = (await thumb(page).boundingBox())!
  const track = (await page.locator('.slide').boundingBox())!
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + ((track.width - 64) * share) / 2, y, { steps: 4 })
  await page.mouse.move(x + (track.width - 64) * share, y, { steps: 4 })
  await page.mouse.up()
}

describe('who may open', () => {
  test('slides all the way, and the device confirms it; half the way opens nothing', async () => {
    const page = await stage.open(`/deviceQrcode/${label}`, { ...PHONE, as: await holding(OPENS) })
    await thumb(page).waitFor()
    // The main act is where the thumb of a hand is, before anything is scrolled.
    const { y, height } = (await page.locator('.slide').boundingBox())!
    expect([y + height < PHONE.height * 0.75, height >= 48]).toEqual([true, true])
    expect(await page.getByText('您上次开门').count()).toBe(0)
    const before = (await openings()).length
    await slide(page, 0.5)
    expect(await thumb(page).getAttribute('aria-valuenow')).toBe('0')
    expect((await openings()).length).toBe(before)
    await slide(page, 1)
    await page.getByText('设备已确认：已打开').waitFor()
    expect((await openings()).slice(before)).toEqual(['door:1'])
    await page.getByText(/您上次开门 今天 \d\d:\d\d/).waitFor()
    await page.getByText(/今日通行 \d+ 次/).waitFor()
  })

  test('opens the door that was chosen by Enter, and by the arrows', async () => {
    const page = await stage.open(`/deviceQrcode/${label}`, { ...PHONE, as: await holding(OPENS) })
    const before = (await openings()).length
    await page.getByRole('radio', { name: '2 号门' }).check({ force: true })
    await thumb(page).press('Enter')
    await page.getByText('设备已确认：已打开').waitFor()
    await page.locator('.slide[data-phase=ready]').waitFor()
    for (let step = 0; step < 3; step++) await thumb(page).press('ArrowRight')
    expect(await thumb(page).getAttribute('aria-valuenow')).toBe('75')
    expect((await openings()).length).toBe(before + 1)
    await thumb(page).press('ArrowRight')
    await until(async () => (await openings()).length === before + 2, 'the arrows opened it')
    expect((await openings()).slice(before)).toEqual(['door:2', 'door:2'])
    await page.locator('.slide[data-phase=done]').waitFor()
  })

  test('cannot slide what is offline', async () => {
    const page = await stage.open(`/deviceQrcode/${offline}`, { ...PHONE, as: await holding(OPENS) })
    await page.locator('.slide[data-phase=off]').waitFor()
    expect(await thumb(page).getAttribute('aria-disabled')).toBe('true')
    await thumb(page).press('Enter')
    expect(await page.locator('.slide').getAttribute('data-phase')).toBe('off')
  })
})

describe('who may not', () => {
  test('a stranger is asked to sign in, and comes back here', async () => {
    const page = await stage.open(`/deviceQrcode/${label}`, { ...PHONE, as: null })
    await page.getByRole('heading', { name: '3 号楼 1 单元门' }).waitFor()
    expect(await thumb(page).count()).toBe(0)
    await page.getByRole('button', { name: '登录后开门' }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => sessionStorage.getItem('portico-target'))).toBe(`/deviceQrcode/${label}`)
  })

  test('an account without the right receives that reason', async () => {
    const page = await stage.open(`/deviceQrcode/${label}`, { ...PHONE, as: await holding(['passRecord:list']) })
    await page.getByText('您还没有远程开门的权限').waitFor()
    expect(await thumb(page).count()).toBe(0)
  })
})

test.each(['light', 'dark'] as const)('%s: axe finds nothing, nothing is small or wider than a phone', async theme => {
  await query(sql`update identity.brand set service_phone = '0755-0000 0123' where source_id = 1`)
  const page = await stage.open(`/deviceQrcode/${label}`, { ...PHONE, theme, as: await holding(OPENS) })
  await thumb(page).waitFor()
  await page.getByRole('radio', { name: '无法开门' }).check({ force: true })
  await page.locator('.login-captcha img').waitFor()
  await settled(page)
  expect(await page.locator('a[href^="tel:"]').getAttribute('href')).toBe('tel:075500000123')
  expect(await offences(page)).toEqual([])
  const small = await page
    .locator('main')
    .evaluate(main =>
      [
        ...main.querySelectorAll(
          'button, a, .chip, .slide-thumb, .photo-add, input:not(.visually-hidden, [type=radio])',
        ),
      ]
        .map(
          one =>
            [
              one.className || one.tagName,
              one.closest('.box')?.clientHeight ?? one.getBoundingClientRect().height,
            ] as const,
        )
        .filter(([, height]) => height < 48),
    )
  expect(small).toEqual([])
  for (const width of [360, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})
