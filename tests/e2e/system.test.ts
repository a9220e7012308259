/** System management, people and companies: the pages with real rows, and their most important buttons. */
import { beforeAll, describe, expect, test } from 'vitest'
import { bothThemes } from './axe.ts'
import { dialogOf, fieldOf } from './form.ts'
import { makeRole } from '../harness/people.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
let personId: string
beforeAll(async () => {
  const { server, models } = stage.platform
  const ask = async (url: string, body: object): Promise<any> => {
    const answer = await server.call('POST', url, body)
    if (answer.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const device = await ask('/api/device/warehouse', {
    sn: 'SYSTEM-0001',
    name: '西门门禁',
    modelId: models.accessControlDevice,
  })
  await ask('/api/service/ticket', {
    deviceId: device.id,
    faultType: 2,
    content: '刷卡没有反应',
    reporter: '吴女士',
    phone: '13800007777',
  })
  personId = (
    await ask('/api/admin/user', { username: 'staff-lin', nickname: '林小满', password: 'a good long one', type: 1 })
  ).id
})

test('a role is looked at: its menus, no buttons that change anything, and an end', async () => {
  const { server } = stage.platform
  const role = await makeRole(server, 'LOOK', { points: /^(user:.*|loginLog:list)$/ })
  const { name } = (await server.call('GET', `/api/admin/role/${role}`)).body.data
  const page = await stage.open('/systemManage/role')
  const row = page.locator('.table-row', { hasText: name })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '以此查看' }).click()
  await fieldOf(dialogOf(page), '原因').locator('input').fill('核对菜单')
  await dialogOf(page).locator('button[type=submit]').click()
  const notice = page.getByText(`正在以角色“${name}”查看`)
  await notice.waitFor()
  await page.goto(`${stage.base}/systemManage/user`)
  await page.locator('.table-row', { hasText: 'staff-lin' }).waitFor()
  await notice.waitFor()
  expect(await page.getByRole('button', { name: /新增用户|编辑|删除|锁定/ }).count()).toBe(0)
  expect(await page.locator('.sidebar').getByText('角色管理').count()).toBe(0)
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  await page.getByRole('button', { name: '退出查看' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.goto(`${stage.base}/systemManage/user`)
  await page.getByRole('button', { name: '新增用户' }).first().waitFor()
})

describe('companies', () => {
  test('an agency is made in three steps; its password is shown once, and it is frozen and restored', async () => {
    const page = await stage.open('/systemManage/agencyEmp')
    await page.getByRole('button', { name: '新增代理商' }).first().click()
    await page.waitForURL('**/agencyEmpAdd')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByText('请输入登录用户名').first().waitFor()
    const main = page.locator('main')
    await fieldOf(main, '登录用户名').locator('input').fill('haiyun-main')
    await fieldOf(main, '联系人').locator('input').fill('海经理')
    await fieldOf(main, '手机号').locator('input').fill('13622223333')
    await page.getByRole('button', { name: '下一步' }).click()
    await fieldOf(main, '名称').locator('input').fill('海云科技')
    await fieldOf(main, '编码').locator('input').fill('haiyun')
    await page.getByRole('button', { name: '下一步' }).click()
    await fieldOf(main, '级别').getByText('一级').click()
    await page.getByRole('button', { name: '完 成' }).click()
    await dialogOf(page).getByText('haiyun-main').waitFor()
    await dialogOf(page).getByRole('button').last().click()
    await page.waitForURL('**/agencyEmp')
    const row = page.locator('.table-row', { hasText: '海云科技' })
    await row.getByRole('button', { name: '冻结' }).click()
    await dialogOf(page).locator('textarea, input').first().fill('合同纠纷')
    await dialogOf(page).locator('button[type=submit]').click()
    await row.getByText('冻结', { exact: true }).first().waitFor()
    await row.getByRole('button', { name: '恢复' }).click()
    await row.getByText('正常').waitFor()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '重置密码' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确 定' }).click()
    const dialog = page.getByRole('dialog', { name: '请妥善保存' })
    await dialog.getByText('haiyun-main').waitFor()
    expect(await dialog.locator('pre').innerText()).toMatch(/^[\w-]{12}$/)
    await dialog.getByRole('button', { name: '我已保存' }).click()
  })

  test('a supplier, the users by platform and their brands are there', async () => {
    const page = await stage.open('/systemManage/supplierEmpAdd')
    await page.getByRole('heading', { name: '新增供应商' }).waitFor()
    await page.goto(`${stage.base}/systemManage/platformUser`)
    await page.getByRole('tab', { name: '品牌' }).click()
    await page.getByRole('cell', { name: 'foshan', exact: true }).waitFor()
  })
})

describe('people', () => {
  test('an employee is added, and given rights of her own', async () => {
    const page = await stage.open('/systemManage/employee')
    await page.getByRole('button', { name: '新增员工' }).first().click()
    await page.waitForURL('**/employeeAdd')
    const main = page.locator('main')
    await fieldOf(main, '用户名').locator('input').fill('staff-new')
    await fieldOf(main, '姓名').locator('input').fill('许新')
    await fieldOf(main, '密码').locator('input').fill('a good long one')
    await page.getByRole('button', { name: '保存' }).click()
    await page.waitForURL('**/systemManage/employee')
    await page.getByRole('cell', { name: '许新' }).waitFor()

    await page.goto(`${stage.base}/systemManage/employeePermission?person=${personId}`)
    await page.getByRole('tab', { name: '设备权限' }).click()
    await page.getByRole('switch', { name: /^查看/ }).check({ force: true })
    await page.getByRole('tab', { name: '数据权限' }).click()
    await page.getByRole('radio', { name: '本级', exact: true }).check({ force: true })
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('权限已保存，立即生效').waitFor()
    const { body } = await stage.platform.server.call('GET', `/api/admin/employeePermission/${personId}`)
    expect(body.data.menuIds.length).toBeGreaterThan(5)
    expect(body.data.dataScope).toBe(3)
  })
})

describe('service', () => {
  test('a ticket is taken, finished, confirmed, and found among the records', async () => {
    const page = await stage.open('/systemManage/equipmentReport')
    const row = page.locator('.table-row', { hasText: '刷卡没有反应' })
    await row.waitFor()
    const press = async (name: string): Promise<void> => {
      const button = row.getByRole('button', { name, exact: true })
      if (await button.count()) return button.click()
      await row.getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await press('抢单')
    await row.getByText('处理中').waitFor()
    await press('处理完成')
    await fieldOf(dialogOf(page), '处理结果').locator('textarea').fill('更换读卡器')
    await dialogOf(page).locator('button[type=submit]').click()
    await row.getByText('待确认').waitFor()
    await press('确认完成')
    await row.waitFor({ state: 'detached' })
    await page.goto(`${stage.base}/systemManage/reportRecord`)
    await page
      .locator('.table-row', { hasText: 'SYSTEM-0001' })
      .getByText(/^R\d{11}/)
      .click()
    await page.locator('.drawer').getByText('更换读卡器').first().waitFor()
  })

  test('reviews and applications are there', async () => {
    const page = await stage.open('/systemManage/applyCheck')
    await page.getByRole('tab', { name: '已审核' }).click()
    await page.getByText(/没有符合条件的记录|审核过的应用会出现在这里/).waitFor()
    await page.goto(`${stage.base}/systemManage/applyList`)
    await page.locator('.table-row[data-at]').first().waitFor()
  })
})
