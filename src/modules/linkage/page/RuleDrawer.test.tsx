/** A rule beside its list is said in words: no ids, no JSON. */
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { bollardDevice } from '#devices/bollardDevice.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { linkageKinds } from '#model/linkage.ts'
import { raiseAlarmAct } from '#modules/devices/linkage/devices.linkage.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { stateTrigger } from '../watched.linkage.ts'
import type { LinkageRow } from './linkageRow.ts'
import { RuleDrawer } from './RuleDrawer.tsx'

test('devices and actions by name', async () => {
  setLanguage('zh')
  const id = '191958246007808000'
  const device = { id, name: '南门升降柱', deviceClass: bollardDevice.key, components: [] }
  const row = {
    ...{ id: '1', rev: 1, name: '地感久占', deviceClass: bollardDevice.key, triggerDeviceIds: [id], triggerKind: 2 },
    ...{ triggerEvent: null, trigger: { property: 'loop', op: 1, value: true, forS: 60 }, conditions: [], mode: 0 },
    actions: [{ deviceId: id, identifier: 'raiseAlarm', params: { name: '车辆久停', level: 1 } }],
    ...{ silentS: 300, state: 1, okCount: 3, failedCount: 0, nextAt: null, lastRunAt: null },
  }
  const { container } = await render(
    <KitRoot>
      <RuleDrawer
        row={row as unknown as LinkageRow}
        known={{
          classes: new Map([[bollardDevice.key, bollardDevice]]),
          devices: [device as unknown as DeviceRow],
          kinds: linkageKinds([stateTrigger, raiseAlarmAct]),
        }}
      />
    </KitRoot>,
  )
  const words = container.textContent
  expect(words).toContain('南门升降柱')
  expect(words).toContain('车辆久停')
  expect(words).not.toMatch(/191958246007808000|raiseAlarm|[{}]/)
})
