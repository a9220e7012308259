/** An employee is limited to one site: chosen on the page of staff rights, and seen by the employee in the console. */
import { mkdirSync } from 'node:fs'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { connectDevice } from '../harness/device.ts'
import { bothThemes } from './axe.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const PICTURES = process.env.PICTURES

test('a guard of one site sees its devices, and what is beyond is refused with the reason', async () => {
  const { server, appId, models, ask } = stage.platform
  const [east, south] = [
    await ask('POST', '/api/admin/site', { name: '东门', type: 1, status: 1 }),
    await ask('POST', '/api/admin/site', { name: '南区', type: 1, status: 1 }),
  ]
  await ask('POST', '/api/device/group', { name: '巡更路线' })
  for (const [sn, name, siteId] of [
    ['PLACE-1', '东门一号门', east.id],
    ['PLACE-2', '东门二号门', east.id],
    ['PLACE-3', '南区车库门', south.id],
  ]) {
    const { id } = await connectDevice(server, appId, models.accessControlDevice!, sn, name)
    const { rev } = await ask('GET', `/api/device/bind/${id}`)
    await ask('PUT', '/api/device/bind', { id, rev, siteId })
  }
  const points = [
    'deviceBind:list',
    'deviceBind:view',
    'deviceBind:detail',
    'deviceBind:stat',
    'linkage:list',
    'application:list',
    'application:view',
  ]
  const flat = (nodes: any[]): any[] => nodes.flatMap(node => [node, ...flat(node.children)])
  const menus = flat(await ask('GET', '/api/admin/menu/tree'))
  const pages = menus.filter(one => !one.permission && /apply|accessControlDevice/.test(one.path ?? ''))
  const menuIds = [...menus.filter(one => points.includes(one.permission)), ...pages].map(one => one.id)
  const { sourceId } = await ask('GET', `/api/admin/application/${appId}`)
  const guard = await ask('POST', '/api/admin/user', {
    ...{ username: 'eastguard', password: 'a good long one', nickname: '东门门岗', type: 4, sourceId, appIds: [appId] },
  })
  // As an employee of an agency, without one.
  const engine = { role: 'engine' } as const
  await server.ports.db.query(
    engine,
    sql`update identity.account set must_change = false, type = 2 where id = ${guard.id}`,
  )
  await ask('PUT', `/api/admin/employeePermission/${guard.id}`, { menuIds, dataScope: 3, appScope: 0, appIds: [appId] })

  const page = await stage.open(`/systemManage/employeePermission?person=${guard.id}`)
  await page.getByRole('tab', { name: '设备范围' }).click()
  await page.getByText('3 台设备').waitFor()
  await page.getByRole('radio', { name: '指定站点和分组' }).check({ force: true })
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请至少选择一个站点或分组').waitFor()
  await page.getByRole('checkbox', { name: '东门（2）' }).check()
  await page.getByText('2 / 3 台设备').waitFor()
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: `${PICTURES}/rights.png` })
    for (const theme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        const other = await stage.open(`/systemManage/employeePermission?person=${guard.id}`, {
          width,
          theme,
          language: theme === 'dark' ? 'en' : 'zh',
        })
        await other.getByRole('tab', { name: /设备范围|Device scope/ }).click()
        await other.getByRole('radio', { name: /指定站点|Chosen sites/ }).check({ force: true })
        await other.getByRole('checkbox').first().check()
        await other.screenshot({ path: `${PICTURES}/rights-${theme}-${width}.png`, fullPage: true })
      }
  }
  expect(await bothThemes(page)).toEqual([])
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('权限已保存，立即生效').waitFor()
  await page.goto(`${stage.base}/systemManage/employee`)
  const row = page.locator('.table-row', { hasText: '东门门岗' })
  await row.waitFor()
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/employees.png` })

  const tokens = await stage.tokens('eastguard', 'a good long one')
  const own = await stage.open(`/accessControlDevice/equi/${appId}`, { as: { username: 'eastguard', tokens } })
  await own.getByText('设备范围：东门（2 台）').waitFor()
  await own.getByText('东门一号门').first().waitFor()
  expect(await own.getByText('南区车库门').count()).toBe(0)
  if (PICTURES) await own.screenshot({ path: `${PICTURES}/guard.png` })
  // The data centre is about whole applications: its address leads into their own.
  stage.expectComplaint(/status of 403/)
  await own.goto(`${stage.base}/commonHome/dataCenter`)
  await own.waitForURL(url => url.pathname === `/apply/apply/${appId}`)
})
