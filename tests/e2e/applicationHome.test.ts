/**
 * The home page of an application in the browser: steps that tick themselves, lines that open the list they count, and
 * a selection where no application is given.
 */
import { expect, test } from 'vitest'
import { connectDevice } from '../harness/device.ts'
import { bothThemes } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()

test('a new application lists its steps, and the first one leads on', async () => {
  const { appId, ask } = stage.platform
  const page = await stage.open(`/applyLayout/${appId}`)
  await page.waitForURL(`**/apply/apply/${appId}`)
  await page.getByText('已完成 0 / 6').waitFor()
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  await page.getByRole('link', { name: '建站点' }).click()
  await page.waitForURL(`**/apply/siteManage/${appId}`)
  await ask('POST', '/api/admin/site', { name: '南门', type: 1, status: 1 })
  await page.goBack()
  await page.getByText('已完成 1 / 6').waitFor()
})

test('a line of what is wrong opens a list of as many', async () => {
  const { server, appId, models } = stage.platform
  for (const at of [1, 2]) await connectDevice(server, appId, models.bollardDevice!, `HOME-${at}`, `${at} 号车道`)
  const page = await stage.open(`/apply/apply/${appId}`)
  await page.getByRole('link', { name: /设备离线.*2 台/ }).click()
  await page.waitForURL(`**/bollardDevice/equi/${appId}?status=offline`)
  await page.getByRole('heading', { name: /升降柱/ }).waitFor()
  await settled(page)
  expect(await page.locator('.table-row[data-at]').count()).toBe(2)
})

test.each([1440, 1152, 390])('the figures have the whole width of their card at %i px', async width => {
  const page = await stage.open(`/apply/apply/${stage.platform.appId}`)
  await page.setViewportSize({ width, height: 844 })
  await page.getByText('今日通行').waitFor()
  await settled(page)
  const widths = await page.evaluate(() =>
    ['.home', '.home > .stat-strip'].map(name => document.querySelector(name)!.clientWidth),
  )
  expect(widths[1]).toBe(widths[0])
})

test('a page of an application without one asks which, and goes on to that page in it', async () => {
  const { appId } = stage.platform
  const page = await stage.open('/apply/recordQuery?result=0')
  await page.getByRole('heading', { name: '选择应用' }).waitFor()
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  const { name } = (await stage.platform.server.call('GET', `/api/admin/application/${appId}`)).body.data
  await page.getByRole('group').getByText(name, { exact: true }).click()
  await page.waitForURL(`**/apply/recordQuery/${appId}?result=0`)
  await page.getByRole('heading', { name: '记录查询' }).waitFor()
})
