/** What is asked before a command is sent: its reason, what must be confirmed, and that it overrides a safety rule. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Params } from '#model/row.ts'
import { all } from '#devices/generated/classes.ts'
import type { DeviceClass } from '#model/device.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { actsFor, type Act } from './classCommands.ts'
import { CommandTray, type Order } from './CommandTray.tsx'

const bollard = (all as readonly DeviceClass[]).find(one => one.key === 'bollardDevice')!
const rise = (state: Params): Act =>
  actsFor(bollard, undefined, { motion: 2, loop: false, mode: 0, ...state }).find(act => act.identifier === 'rise')!

const put = async (act: Act) => {
  const onSend = vi.fn<(order: Order) => void>()
  await render(
    <KitRoot>
      <CommandTray act={act} busy={false} problem={undefined} onSend={onSend} onClose={() => {}} />
    </KitRoot>,
  )
  await page.getByRole('radio', { name: '访客' }).click()
  return onSend
}

test('nothing is sent before the operator confirms that the area is clear', async () => {
  const onSend = await put(rise({}))
  const send = page.getByRole('button', { name: '升起' })
  await expect.element(send).toBeDisabled()
  await page.getByRole('checkbox', { name: '确认现场无车无人' }).click()
  await send.click()
  expect(onSend.mock.lastCall![0]).toMatchObject({ params: {}, reason: '访客', forced: false })
})
test('an act against a rule names the rule, is labelled as forced and is sent as such', async () => {
  const onSend = await put(rise({ loop: true }))
  await expect.element(page.getByText('地感有车，升起会顶到车辆')).toBeVisible()
  await page.getByRole('checkbox', { name: '确认现场无车无人' }).click()
  await page.getByRole('button', { name: '强制升起' }).click()
  expect(onSend.mock.lastCall![0]).toMatchObject({ reason: '访客', forced: true })
})
test.each([
  [{ loop: true }, true, '地感有车，升起会顶到车辆'],
  // Of several reasons, one that cannot be overridden is shown.
  [{ loop: true, mode: 3 }, false, '设备已锁定，请先解除'],
  [{ motion: 9 }, false, '设备故障，请先复位'],
] as const)('%j', (state, forcible, because) => {
  expect([rise(state).forcible, rise(state).never?.[0]]).toEqual([forcible, because])
})

test('what it usually is, a command asks for first: a gate that is opened by a part', async () => {
  const gate = (all as readonly DeviceClass[]).find(one => one.key === 'ssmDevice')!
  const onSend = await put(
    actsFor(gate, undefined, { motion: 2, infrared: false, mode: 0 }).find(act => act.identifier === 'openPart')!,
  )
  const slider = page.getByRole('slider')
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('50'))
  await page.getByRole('button', { name: '半开' }).click()
  expect(onSend.mock.calls[0]![0]).toMatchObject({ params: { percent: 50 }, reason: '访客' })
})
