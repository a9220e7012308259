/**
 * Rows, steps and problems on pages: readable in both themes, and no wider than the window. The pages themselves are
 * covered by buttons.test.ts.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { bothThemes } from './axe.ts'
import { plantCanaries } from './canary.ts'
import { furnish, type Furnished } from './furnish.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()

let made: Furnished
beforeAll(async () => {
  made = await furnish(stage)
  // Every page below shows them, and none of them runs.
  expect((await plantCanaries(stage)).length).toBeGreaterThanOrEqual(12)
})

const fill = (path: string): string =>
  path
    .replace(':appId', stage.platform.appId)
    .replace(':passed', made.passages.passed)
    .replace(':refused', made.passages.refused)
    .replace(':command', made.commandId)
    .replace(':terminal', made.devices.terminal.id)
    .replace(':controller', made.devices.controller.id)
    .replace(':bollard', made.devices.bollard.id)
    .replace(':person', made.personId)
    .replace(':template', made.templateId)

describe('axe, both themes', () => {
  test.each([
    ['a device beside its list', '/accessControlDevice/equi/:appId?row=:controller', '.drawer .part-card'],
    ['its commands', '/accessControlDevice/equi/:appId?row=:controller&tab=commands', '.drawer .tab-row'],
    ['its events', '/accessControlDevice/equi/:appId?row=:controller&tab=events', '.drawer [role=tabpanel]'],
    ['its people', '/faceEqui/equi/:appId?row=:terminal&tab=people', '.drawer [role=tabpanel]'],
    ['its sync', '/faceEqui/equi/:appId?row=:terminal&tab=sync', '.drawer [role=tabpanel]'],
    ['its log', '/faceEqui/equi/:appId?row=:terminal&tab=log', '.drawer [role=tabpanel]'],
    ['a bollard', '/bollardDevice/equi/:appId?row=:bollard', '.drawer .part-card'],
    ['a person', '/apply/customPerson/default/:appId?row=:person', '.drawer'],
    ['why she passed', '/why/passage/:passed/:appId', '.why-step'],
    ['why he did not', '/why/passage/:refused/:appId', '.why-step'],
    ['why a door opened', '/why/command/:command/:appId', '.why-step'],
    ['a template in its editor', '/systemManage/templateEdit?row=:template', '.template-field'],
    ['connecting a device', '/connectDevice/:appId', '.steps-step'],
    ['a page to come', '/deviceShare/myShare', '.signpost'],
    ['no page', '/nothing/here', '.signpost'],
  ])('%s', async (_title, path, mark) => {
    const page = await stage.open(fill(path))
    await page.locator(mark).first().waitFor()
    expect(await bothThemes(page)).toEqual([])
  })
  test('signing in', async () => {
    const page = await stage.open('/login', { as: null })
    await page.locator('input[name=password]').waitFor()
    expect(await bothThemes(page)).toEqual([])
    await page.locator('.login-form button[type=submit]').click()
    await page.getByText('请输入用户名', { exact: true }).waitFor()
    expect(await bothThemes(page)).toEqual([])
  })
  test('locked', async () => {
    const page = await stage.open('/lock')
    await page.locator('input[name=password]').waitFor()
    expect(await bothThemes(page)).toEqual([])
  })
  test('a form and its problems', async () => {
    const page = await stage.open(fill('/apply/customPerson/default/:appId'))
    await page.getByRole('button', { name: '新增人员' }).first().click()
    await page.locator('.dialog button[type=submit]').click()
    await page.locator('.dialog [role=alert]').first().waitFor()
    expect(await bothThemes(page)).toEqual([])
  })
  test('an import, its bad rows and its job', async () => {
    const page = await stage.open(fill('/apply/customPerson/default/:appId'))
    await page.getByRole('button', { name: '导入', exact: true }).first().click()
    await page.locator('.dialog .file-drop').waitFor()
    expect(await bothThemes(page)).toEqual([])
    const buffer = Buffer.from('姓名,类型\n甲,员工\n乙,教授')
    await page.locator('.dialog input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
    await page.locator('.dialog .table-row').first().waitFor()
    expect(await bothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^任务/ }).first().click()
    await page.locator('.job').first().waitFor()
    expect(await bothThemes(page)).toEqual([])
  })
  test('an open command', async () => {
    const page = await stage.open(fill('/accessControlDevice/equi/:appId?row=:controller'))
    await page.locator('.part-card').first().getByRole('button', { name: '开门' }).click()
    await page.locator('.tray').waitFor()
    expect(await bothThemes(page)).toEqual([])
  })
})

describe('no wider than the window', () => {
  test.each([1440, 390])('%i px', async width => {
    const found: string[] = []
    for (const [path, mark] of [
      ['/login', '.login-form'],
      ['/home/dataCenter', '.shell-page h1'],
      ['/home/apply', '.shell-page h1'],
      ['/accessControlDevice/equi/:appId', '.table'],
      ['/accessControlDevice/equi/:appId?row=:controller', '.part-card'],
      ['/bollardDevice/equi/:appId?row=:bollard', '.part-card'],
    ] as const) {
      const page = await stage.open(fill(path), {
        width,
        height: width === 390 ? 844 : 900,
        ...(path === '/login' ? { as: null } : {}),
      })
      await page.locator(mark).first().waitFor()
      await settled(page)
      found.push(
        ...(await page.evaluate(
          at =>
            ['html', 'body', '.shell-page', '.drawer-body', '.login'].flatMap(selector => {
              const box = document.querySelector<HTMLElement>(selector)
              return box && box.scrollWidth > box.clientWidth + 1
                ? [`${at} ${selector}: ${box.scrollWidth} in ${box.clientWidth}`]
                : []
            }),
          path,
        )),
      )
    }
    expect(found).toEqual([])
  })
})
