/** The tree of places in the browser: a building with a floor and a room, a device in it, found by the tree, a right on the floor, a plan. */
import { beforeAll, expect, test } from 'vitest'
import { offences } from './axe.ts'
import { choose, dialogOf, fieldOf, openerOf } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
let [deviceId, site] = ['', '']
const PLAN = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const named = async (name: string): Promise<{ id: string; siteId: string }> => {
  const { records } = await stage.platform.ask('GET', `/api/admin/location/page?name=${encodeURIComponent(name)}`)
  return records[0]
}

beforeAll(async () => {
  const { platform } = stage
  site = (await platform.ask('POST', '/api/admin/site', { name: '科创园', type: 2, status: 1 })).id
  const connect = async (sn: string, name: string): Promise<string> =>
    (
      await platform.ask('POST', '/api/device/bind/connect', {
        ...{ sn, name, siteId: site, modelId: platform.models.accessControlDevice },
      })
    ).id
  deviceId = await connect('TREE-0001', '机房门')
  await connect('TREE-0002', '大堂门')
})

test('a building is added, and a floor and a room below it', async () => {
  const page = await stage.open(`/apply/location/${stage.platform.appId}`)
  await page.getByRole('button', { name: '新增位置' }).first().click()
  const fill = async (name: string, kind: string): Promise<void> => {
    const dialog = dialogOf(page)
    await fieldOf(dialog, '名称').locator('input').fill(name)
    await choose(page, dialog, '类别', kind)
    if (kind === '楼栋') await choose(page, dialog, '站点', '科创园')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await fill('甲楼', '楼栋')
  for (const [above, name, kind] of [
    ['甲楼', '二层', '楼层'],
    ['二层', '机房', '房间'],
  ] as const) {
    const row = page.getByRole('row').filter({ hasText: above }).first()
    await row.getByRole('button', { name: '新增下级' }).click()
    await fill(name, kind)
    // It is shown where it was added.
    await page.getByRole('row').filter({ hasText: name }).first().waitFor()
  }
  await settled(page)
  expect(await offences(page)).toEqual([])
})

test('the list of devices is beside the tree: a node shows what stands there or below', async () => {
  const room = await named('机房')
  await stage.platform.ask('POST', '/api/device/bind/assignLocation', { ids: [deviceId], locationId: room.id })
  const page = await stage.open(`/accessControlDevice/equi/${stage.platform.appId}`)
  await page.getByText('大堂门').first().waitFor()
  const tree = page.locator('.crud-side')
  await tree.getByRole('treeitem', { name: /科创园/ }).press('ArrowRight')
  await tree.getByText('甲楼').click()
  await page.getByText('大堂门').waitFor({ state: 'detached' })
  await page.getByText('机房门').first().waitFor()
  expect(new URL(page.url()).searchParams.get('locationId')).toBe((await named('甲楼')).id)
  // The site above it shows all of its devices.
  await tree.getByText('科创园').click()
  await page.getByText('大堂门').first().waitFor()
  await settled(page)
  expect(await offences(page)).toEqual([])
})

test('a group takes a floor from the tree, and has the door in the room below', async () => {
  const page = await stage.open(`/apply/authGroup/${stage.platform.appId}`)
  await page.getByRole('button', { name: '新增权限组' }).first().click()
  const dialog = dialogOf(page)
  await fieldOf(dialog, '权限组名称').locator('input').fill('二层的人')
  const field = fieldOf(dialog, '位置')
  await openerOf(field).click()
  const tree = page.getByRole('tree').last()
  await tree.getByRole('treeitem', { name: /科创园/ }).press('ArrowRight')
  await tree.getByRole('treeitem', { name: /甲楼/ }).press('ArrowRight')
  await tree.getByRole('treeitem', { name: /二层/ }).getByRole('checkbox').or(tree.getByText('二层')).first().click()
  await page.keyboard.press('Escape')
  await field.getByText('科创园/甲楼/二层').waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { records } = await stage.platform.ask('GET', '/api/person/authGroup/page')
  const row = records.find((one: { name: string }) => one.name === '二层的人')
  expect(row).toMatchObject({ locationNames: ['甲楼/二层'], doorIds: [] })
  expect(row.doorCount).toBeGreaterThan(0)
})

test('a plan is uploaded for the floor; a device is put on it, and moved by keys', async () => {
  const floor = await named('二层')
  const page = await stage.open(`/apply/location/${stage.platform.appId}?row=${floor.id}`)
  const drawer = page.locator('.drawer')
  await drawer.getByText('还没有平面图').waitFor()
  await drawer.getByRole('button', { name: '编辑' }).click()
  const dialog = dialogOf(page)
  await fieldOf(dialog, '平面图')
    .locator('input[type=file]')
    .setInputFiles({ name: '二层.png', mimeType: 'image/png', buffer: PLAN })
  await dialog.locator('.upload img, .upload-item img').first().waitFor()
  await dialog.getByRole('button', { name: '修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  await drawer.locator('.floor-plan').waitFor()
  await drawer.getByRole('button', { name: '布点' }).click()
  await drawer.getByRole('button', { name: '机房门' }).click()
  const point = drawer.locator('.floor-point')
  await point.waitFor()
  await point.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect
    .poll(() => stage.platform.ask('GET', `/api/device/bind/plan?locationId=${floor.id}`))
    .toEqual([{ deviceId, x: 55, y: 50 }])
  await settled(page)
  expect(await offences(page)).toEqual([])
})

test('a site is made on a page of its own; its buildings are added beside it, and removing it says what stands in the way', async () => {
  const { appId } = stage.platform
  const page = await stage.open(`/apply/siteManage/${appId}`)
  await page.getByRole('button', { name: '新增站点' }).first().click()
  await page.waitForURL(`**/apply/siteEdit/${appId}`)
  const form = page.locator('.site-page form')
  await page.getByText('保存后可添加楼栋').waitFor()
  await fieldOf(form, '站点名称').locator('input').fill('东湖园区')
  await choose(page, form, '类型', '园区')
  await fieldOf(form, '车位数').getByRole('textbox').fill('320')
  await form.getByText('便利店').click()
  await form.getByRole('button', { name: '保存' }).click()
  await page.waitForURL(/siteEdit\/\d+\?id=\d+/)
  const id = new URL(page.url()).searchParams.get('id')!
  expect(await stage.platform.ask('GET', `/api/admin/site/${id}`)).toMatchObject({ spaces: 320, facilities: [2] })
  await page.getByRole('button', { name: '新增根节点' }).click()
  const dialog = dialogOf(page)
  await fieldOf(dialog, '名称').locator('input').fill('乙楼')
  await choose(page, dialog, '类别', '楼栋')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.site-page').getByRole('treeitem', { name: /乙楼/ }).waitFor()
  expect(await named('乙楼')).toMatchObject({ siteId: id })
  // What was typed asks before it is lost; a site that has locations stays.
  await fieldOf(form, '负责人').locator('input').fill('周敏')
  await page.getByRole('button', { name: '取消' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取 消' }).click()
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText('修改成功').first().waitFor()
  await settled(page)
  expect(await offences(page)).toEqual([])
  // Refused, because of what is there.
  stage.expectComplaint(/status of 409/)
  await page.getByRole('button', { name: '删除' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确 定' }).click()
  await page.getByText(/位置/).first().waitFor()
})
