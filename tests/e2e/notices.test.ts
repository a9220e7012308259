/** A rule that notifies people: made in the editor, and its notice on the page of whom it names, while that page is open. */
import { beforeAll, expect, test } from 'vitest'
import { quickAccount, quickRole } from '../harness/quickAccount.ts'
import { offences } from './axe.ts'
import { choose } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
beforeAll(async () => {
  await stage.platform.ask('POST', '/api/device/bind/connect', {
    ...{ sn: 'NOTE-1', name: '东门升降柱', modelId: stage.platform.models.bollardDevice },
  })
})

test('a rule made in the editor notifies the guard, whose page shows it at once and leads to the device', async () => {
  const { platform } = stage
  const { server, appId } = platform
  const points = [
    'application:view',
    'deviceBind:list',
    'deviceBind:view',
    'deviceBind:detail',
    'passRecord:list',
    'deviceAlarm:list',
  ]
  const { id, token } = await quickAccount(server, { apps: [appId], roleIds: [await quickRole(server, { points })] })
  const username = `q${id.slice(-14)}`
  const guard = await stage.open(`/bollardDevice/equi/${appId}`, {
    as: { username, tokens: { access_token: token, refresh_token: '', expires_in: 7200, user_id: id } },
  })
  const page = await stage.open(`/bollardDevice/union/${appId}`)
  await page.getByRole('button', { name: '新增' }).first().click()
  const editor = page.locator('.drawer').last()
  await editor.getByRole('textbox', { name: '规则名称' }).fill('升降柱被撞 通知门岗')
  await choose(page, editor, '触发事件', '撞击')
  await choose(page, editor, '执行设备', '东门升降柱')
  await choose(page, editor, '动作', '通知人员')
  await choose(page, editor, '通知', username)
  await choose(page, editor, '方式', '控制台')
  await editor.getByRole('textbox', { name: '内容' }).fill('请到东门查看')
  await settled(page)
  expect(await offences(page)).toEqual([])
  await editor.getByRole('button', { name: '保存' }).click()
  await editor.waitFor({ state: 'detached' })
  const row = page.locator('.table-row', { hasText: '升降柱被撞 通知门岗' })
  await row.getByText('通知“请到东门查看”').waitFor()
  const [rule] = (await platform.ask('GET', '/api/device/linkage/page')).records
  await platform.ask('POST', `/api/device/linkage/${rule.id}/test`, { reason: '试' })
  await guard.getByText('升降柱被撞 通知门岗 · 请到东门查看').waitFor()
  await guard.getByRole('button', { name: '通知：1 条未读' }).click()
  const list = guard.getByRole('dialog', { name: '通知' })
  await list.getByText('请到东门查看').waitFor()
  await settled(guard)
  expect(await offences(guard)).toEqual([])
  await list.getByRole('link', { name: '升降柱被撞 通知门岗' }).click()
  await guard.locator('.drawer').getByText('东门升降柱').first().waitFor()
  await guard.getByRole('button', { name: '通知', exact: true }).waitFor()
})
