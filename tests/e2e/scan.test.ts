/** Serials are scanned with a camera: a real browser, whose camera shows a film of codes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../harness/device.ts'
import { settled, useStage } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-film-'))
const film = join(folder, 'codes.y4m')
const stage = useStage([
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
])

afterAll(() => rmSync(folder, { recursive: true }))

const [WIDTH, HEIGHT, FRAMES, WHITE, BLACK] = [320, 240, 4, 235, 16] as const

/** One code in black on white, as a frame of YUV 4:2:0. */
function frameOf(text: string): Buffer {
  const { data, size } = encode(text, { border: 4 })
  const dot = Math.floor(HEIGHT / size)
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  data.forEach((row, y) =>
    row.forEach((dark, x) => {
      for (let line = 0; dark && line < dot; line++) {
        const at = (y * dot + line) * WIDTH + x * dot
        light.fill(BLACK, at, at + dot)
      }
    }),
  )
  return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
}

/** Shows each code for almost a second, over and over. */
const show = (...texts: string[]): void =>
  writeFileSync(
    film,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420\n`),
      ...texts.flatMap(text => Array.from({ length: FRAMES }, () => frameOf(text))),
    ]),
  )

const STOCK = '/hardwareManage/deviceWarehouse'
let address: string

beforeAll(async () => {
  const { server, appId, models } = stage.platform
  await connectDevice(server, appId, models.faceEqui!, 'SCAN-001', '一号')
  await connectDevice(server, appId, models.faceEqui!, 'SCAN-002', '二号')
  const { id } = await connectDevice(server, appId, models.faceEqui!, 'SCAN-003', '三号')
  const [row] = await server.ports.db.query<{ code: string }>(
    { role: 'engine' },
    sql`select label_code as code from devices.device where id = ${id}`,
  )
  address = `${stage.base}/deviceQrcode/${row!.code}`
})

test('a browser that refuses the camera says so in its place, and serials are pasted', async () => {
  const page = await stage.open(STOCK, { language: 'en' })
  // The headless browser grants everything, so its refusal is given by hand.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Scan serial number' }).click()
  await page.getByText('The browser may not use the camera').waitFor()
  await page.getByRole('textbox', { name: 'Serial number' }).last().fill('SCAN-002, SCAN-404')
  await page.getByRole('button', { name: 'OK (2)' }).click()
  await page.getByText('SCAN-404').first().waitFor()
  await settled(page)
  expect(await page.locator('.table-row[data-at]').count()).toBe(1)
})

test('serials, named serials and labels are scanned one after another; what is no serial is said', async () => {
  show('SCAN-001', 'S/N: SCAN-002', address, 'SCAN-404', 'A4:50:46:A5:94:2B')
  const page = await stage.open(STOCK, { width: 390, height: 844 })
  const loaded = (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length)
  await settled(page)
  expect(await loaded()).toBe(0)
  await page.getByRole('button', { name: '扫描序列号' }).first().click()
  const list = page.locator('.dialog textarea')
  await page.waitForFunction(() => document.querySelector('textarea')?.value.split('\n').length === 4)
  expect((await list.inputValue()).split('\n').sort()).toEqual(['SCAN-001', 'SCAN-002', 'SCAN-003', 'SCAN-404'])
  await page.getByText('“A4:50:46:A5:94:2B”不是序列号').waitFor()
  await page.getByRole('button', { name: '确定（4）' }).click()
  await page.getByText('SCAN-404').first().waitFor()
  await settled(page)
  expect(await page.locator('.table-row[data-at]').count()).toBe(3)
})

test('adding a device takes the first serial in front of the camera', async () => {
  show('SN:SCAN-NEW')
  const page = await stage.open(`/faceEqui/equi/${stage.platform.appId}`)
  await page.getByRole('button', { name: '添加设备' }).first().click()
  await page.getByRole('button', { name: '下一步' }).click()
  const serial = page.locator('.dialog').getByRole('textbox', { name: '序列号' })
  await page.locator('.dialog').getByRole('button', { name: '扫描序列号' }).click()
  await expect.poll(() => serial.inputValue(), { timeout: 15_000 }).toBe('SCAN-NEW')
  expect(await page.locator('.dialog').count()).toBe(1)
})
