/** What a chosen action begins with: a rule is saved with what its command asks for. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ssmDevice } from '#devices/ssmDevice.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { linkageKinds } from '#model/linkage.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import type { Draft } from './linkageRow.ts'
import { LinkageThen } from './LinkageThen.tsx'

test('opening by a part begins with the usual part', async () => {
  const device = { id: '7', name: '南门伸缩门', sn: 'SSM-1', deviceClass: ssmDevice.key, components: [] }
  const set = vi.fn<(change: Partial<Draft>) => void>()
  const draft = { mode: 0, actions: [{ key: 1, deviceId: device.id, identifier: '' }] } as unknown as Draft
  await render(
    <KitRoot>
      <LinkageThen
        draft={draft}
        set={set}
        problems={{}}
        kinds={linkageKinds([])}
        classes={[ssmDevice]}
        devices={[device as unknown as DeviceRow]}
      />
    </KitRoot>,
  )
  await page.getByRole('button', { name: /动作/ }).first().click()
  await page.getByRole('option', { name: '半开' }).click()
  expect(set.mock.lastCall![0].actions).toMatchObject([{ identifier: 'openPart', params: { percent: 50 } }])
})
