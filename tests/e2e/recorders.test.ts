/** Face recorders in the console: libraries and arming, who is on the device, the wall of captures and whom the cameras found. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { lookOf } from '#simulators/bust.ts'
import { portraitOf } from '#simulators/camera.ts'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { postFile } from '../harness/sheet.ts'
import { bothThemes } from './axe.ts'
import type { Simulator } from './simulator.ts'
import { settled, useStage } from './stage.ts'

const PICTURES = process.env.PICTURES
const stage = useStage()
const PAGES = ['equiSum', 'equi', 'authorize', 'person', 'discern', 'callback', 'capture']
let recorder: Credentials
let simulator: Simulator

const pathOf = (page: string, query = ''): string => `/nvrDevice/${page}/${stage.platform.appId}${query}`
const wall = (page: Page) => page.locator('.photo-wall li')

/** The page as it is now, in both themes, wide and on a phone. */
async function pictures(path: string, name: string): Promise<void> {
  mkdirSync(PICTURES!, { recursive: true })
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      const page = await stage.open(path, { theme, width })
      await settled(page)
      await page.screenshot({ path: `${PICTURES}/${name}-${theme}-${width}.png` })
    }
}

async function addPerson(name: string): Promise<{ id: string; shortNo: string }> {
  const { server, appId, ask } = stage.platform
  const url = `/api/admin/sys-file/upload?kind=portrait&appId=${appId}`
  const portrait = (await postFile(server, url, 'p.jpg', await portraitOf(lookOf(name)))).body.data.id
  return ask('POST', '/api/person/person', { name, personType: 1, portrait: [portrait], consent: true })
}

describe('a recorder', () => {
  let guest: { id: string; shortNo: string }
  beforeAll(async () => {
    const { server, appId, models, ask } = stage.platform
    recorder = await connectDevice(server, appId, models.nvrDevice!, 'E2E-NVR', '保安室录像机')
    simulator = await stage.simulate([{ deviceClass: 'nvrDevice', credentials: recorder }])
    await until(() => simulator.printed().includes('started'), 'the simulator has started')
    guest = await addPerson('沈岚')
    const library = await ask('POST', '/api/vision/library', { name: '重点', kind: 2, personIds: [guest.id] })
    for (const channelNo of [1, 2, 3, 4])
      await ask('POST', '/api/vision/arming', {
        ...{ deviceId: recorder.id, channelNo, libraryId: library.id, threshold: 60 },
      })
    const page = '/api/vision/held/page'
    await until(async () => (await ask('GET', page)).records[0]?.state === 'confirmed', 'stored')
    simulator.order('see face')
    await until(async () => {
      const { total } = await ask('GET', '/api/vision/match/page')
      if (!total) simulator.order(`face ${guest.shortNo}`)
      return total > 0
    }, 'found')
  })

  test('has its pages, in its menu and by address', async () => {
    const page = await stage.open(pathOf('equiSum'))
    for (const kind of PAGES) {
      await page.goto(stage.base + pathOf(kind))
      await page.locator('.shell-page h1').waitFor()
      expect(await page.locator('.signpost').count(), kind).toBe(0)
    }
  })

  test('its captures are a wall; whom it found has the capture beside the portrait, and opened an alarm', async () => {
    const page = await stage.open(pathOf('capture'))
    await wall(page).locator('img').first().waitFor()
    await page.goto(stage.base + pathOf('discern'))
    await page.getByText('沈岚').first().click()
    await page.locator('.drawer .crud-pictures img').nth(1).waitFor()
    const [alarm] = (await stage.platform.ask('GET', '/api/device/alarm/page')).records
    expect(alarm.name).toBe('重点')
  })

  test('says which camera watches for whom, and who is on it', async () => {
    const page = await stage.open(pathOf('authorize'))
    await page.getByText('保安室录像机').first().waitFor()
    for (const [list, word] of [
      ['faceLibrary', '重点'],
      ['heldFace', '沈岚'],
    ]) {
      await page.goto(stage.base + pathOf('authorize', `?list=${list}`))
      await page.getByText(word!).first().waitFor()
    }
  })

  test('takes a picture at a camera', async () => {
    const page = await stage.open(pathOf('equi', `?row=${recorder.id}`))
    const card = page.locator('.drawer .part-card').first()
    await card.getByRole('button', { name: '截图', exact: true }).click()
    await card.locator('[data-steps]').getByText(/完成/).first().waitFor()
  })

  test.runIf(PICTURES)('pictures of every page', { timeout: 900_000 }, async () => {
    for (const kind of PAGES) await pictures(pathOf(kind), `nvr-${kind}`)
    for (const list of ['faceLibrary', 'heldFace']) await pictures(pathOf('authorize', `?list=${list}`), `nvr-${list}`)
  })

  test('is readable in both themes', async () => {
    const page = await stage.open(pathOf('discern'))
    await settled(page)
    expect(await bothThemes(page)).toEqual([])
  })
})
