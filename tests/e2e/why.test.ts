/**
 * The story of a refusal in the browser: the suitable fix is the primary button and is done there; links to the
 * neighbouring stories; a link that names the missing right.
 */
import { beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice } from '../harness/device.ts'
import { makePerson, makeRole, PASSWORD } from '../harness/people.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const CARD = '44001122'
let records: { id: string }[]

beforeAll(async () => {
  const { server, gateway, appId, models, ask } = stage.platform
  const credentials = await connectDevice(server, appId, models.accessControlDevice!, 'WHY-1', '东门岗')
  const device = await openDevice(gateway.port, credentials)
  for (const at of [1, 2])
    await device.post('event/askPass/post', {
      value: { guid: `why-${at}`, doorNo: 1, cardNo: CARD, method: 2 },
      time: Date.now(),
    })
  records = await until(async () => {
    const page = await ask('GET', `/api/person/passRecord/page?time=today&cardNo=${CARD}`)
    return page.total === 2 && page.records
  }, 'both refusals')
  await device.end()
})

test('a stranger is registered from the story, and the next mend is offered', async () => {
  const { appId, ask } = stage.platform
  const page = await stage.open(`/why/passage/${records[0]!.id}/${appId}`)
  await page.getByRole('button', { name: '登记', exact: true }).waitFor()
  await settled(page)
  expect(await page.locator('.why .button[data-variant=primary]').count()).toBe(1)
  expect(await page.locator('.why .card').last().getByRole('button').last().innerText()).toContain('只开一次门')
  expect(await bothThemes(page)).toEqual([])
  await page.getByRole('button', { name: '登记', exact: true }).click()
  await page.getByRole('textbox', { name: '姓名' }).fill('周雨桐')
  expect(await bothThemes(page)).toEqual([])
  await page.locator('.dialog button[type=submit]').click()
  await page.locator('.dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '建权限组' }).waitFor()
  const [person] = (await ask('GET', '/api/person/person/page?name=周雨桐')).records
  expect(person.cards).toEqual([CARD])
})

test('the story before it of the same door is one press away', async () => {
  const { appId } = stage.platform
  const page = await stage.open(`/why/passage/${records[0]!.id}/${appId}`, { width: 390, height: 844 })
  await page.getByRole('link', { name: '此门的上一次' }).click()
  await page.waitForURL(`**/why/passage/${records[1]!.id}/${appId}`)
  await page.locator('.why-step').first().waitFor()
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('opening a shared link without the right names the missing one', async () => {
  const { server, appId } = stage.platform
  stage.expectComplaint(/status of 403/)
  await makePerson(server, 'porter', { roleIds: [await makeRole(server, 'porter', { points: /^site:list$/ })] })
  const tokens = await stage.tokens('porter', PASSWORD)
  const page = await stage.open(`/why/passage/${records[0]!.id}/${appId}`, { as: { username: 'porter', tokens } })
  await page.getByText('您没有查看这条记录的权限').waitFor()
  await page.getByText(/授予「通行记录」的查看权限/).waitFor()
})
