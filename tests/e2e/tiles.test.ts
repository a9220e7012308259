/** Every figure that opens a list has the list's number: on every page with figures, of every class with devices. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { classes } from '#main/registry.ts'
import { syncTaskLens } from '#modules/sync/syncTask.noun.ts'
import { connectDevice, openDevice } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { useStage } from './stage.ts'

const root = join(import.meta.dirname, '../../src/modules')
const stage = useStage()
const USED = ['faceEqui', 'accessControlDevice', 'bollardDevice'] as const

/** The pages by the component that has their figures. */
const PAGES: Readonly<Record<string, () => readonly string[]>> = {
  'devices/page/list/EquiStrip.tsx': () => ofClasses('equi'),
  'devices/page/sum/SumStrip.tsx': () => ofClasses('equiSum'),
  'insight/page/Figures.tsx': () => ['/home/dataCenter'],
  'insight/page/home/HomeFigures.tsx': () => [`/applyLayout/${stage.platform.appId}`],
  'sync/page/TaskFigures.tsx': () => [syncTaskLens.path],
}
const ofClasses = (kind: 'equi' | 'equiSum'): readonly string[] =>
  USED.filter(key => (classes.get(key)!.pages as readonly string[]).includes(kind)).map(
    key => `/${key}/${kind}/${stage.platform.appId}`,
  )

beforeAll(async () => {
  const { server, appId, models, ask, gateway } = stage.platform
  for (const [at, key] of USED.entries()) {
    await connectDevice(server, appId, models[key]!, `TILE-OFF-${at}`, `离线 ${at}`)
    // In stock: it counts nowhere but in the stock.
    await ask('POST', '/api/device/warehouse', { sn: `TILE-STOCK-${at}`, name: `库存 ${at}`, modelId: models[key] })
  }
  const door = await openDevice(
    gateway.port,
    await connectDevice(server, appId, models.accessControlDevice!, 'TILE-DOOR', '东门'),
  )
  for (const ok of [true, true, false])
    await door.post('event/pass/post', {
      value: { guid: String(Math.random()), doorNo: 1, method: 2, ok },
      time: Date.now(),
    })
  await door.post('event/forcedOpen/post', { value: { guid: 'forced', doorNo: 1 }, time: Date.now() })
  for (const [at, personType] of [1, 2, 4, 5].entries())
    await ask('POST', '/api/person/person', { name: `人 ${at}`, personType, cards: [`7700${at}`] })
  const doors = await ask<{ id: string; deviceClass: string }[]>('GET', '/api/person/authGroup/doors')
  const people = (await ask('GET', '/api/person/person/page?size=10')).records
  await ask('POST', '/api/person/auth/grant', {
    personIds: people.map((one: { id: string }) => one.id),
    doorIds: doors.map(one => one.id),
  })
  await until(async () => (await ask('GET', '/api/person/passRecord/page')).total === 3, 'the passages')
  await door.end()
  await until(
    async () => (await ask('GET', '/api/device/bind/stat?deviceClass=accessControlDevice')).online === 0,
    'everything is quiet',
  )
})

/** What a figure says that its list has: its number, or what it is of, as in 1 / 4; shares have no list of so many rows. */
async function figureOf(page: Page, at: number): Promise<number | null> {
  const figure = page.locator('.stat').nth(at)
  const [value, unit] = [
    await figure.locator('.stat-value b').innerText(),
    (await figure.locator('.stat-value span').allInnerTexts()).join(''),
  ]
  if (unit === '%' || value === '—' || value === '–') return null
  return Number((/^\/ ([\d,]+)/.exec(unit)?.[1] ?? value).replaceAll(',', ''))
}

describe('figures', () => {
  test('each component with figures is in the table', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      file => file.endsWith('.tsx') && /<Stat\s/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(files.toSorted()).toEqual(Object.keys(PAGES).toSorted())
  })
  test.each(Object.keys(PAGES))('%s', async component => {
    const page = await stage.open('/')
    let compared = 0
    for (const path of PAGES[component]!()) {
      const show = async (): Promise<void> => {
        await page.goto(`${stage.base}${path}`)
        await page.locator('.stat-value b').first().waitFor()
        // Nothing is known of the first figure before the answer.
        await expect.poll(() => page.locator('.stat-value b').first().innerText()).not.toBe('–')
      }
      await show()
      const figures = await page.locator('.stat').count()
      for (let at = 0; at < figures; at += 1) {
        await show()
        const figure = page.locator('.stat').nth(at)
        if ((await figure.evaluate(node => node.tagName)) !== 'BUTTON') continue
        const [label, count] = [await figure.locator('.stat-head b').innerText(), await figureOf(page, at)]
        if (count === null) continue
        await figure.click()
        await expect
          .poll(
            async () =>
              Number(
                /\d+/.exec(
                  (await page
                    .locator('.page-head-count')
                    .textContent()
                    .catch(() => '')) ?? '',
                )?.[0],
              ),
            { message: `${path} ${label}`, timeout: 15_000 },
          )
          .toBe(count)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(0)
  })
})
