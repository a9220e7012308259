/** The text of a cell in each state; it never says that somebody is on a device that did not confirm it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DELIVERY, isConfirmed, type DeliveryKey } from '#model/delivery.ts'
import { queries } from '#console/data/queries.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { CellCard } from './CellCard.tsx'
import type { Door, MatrixPerson } from './matrix.ts'

let cell: object = {}
beforeEach(() => {
  setLanguage('zh')
  queries.clear()
  // Only the network is replaced; everything else is real.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ code: 0, data: cell }))
})
afterEach(() => vi.restoreAllMocks())

const refuse = {
  rule: 'plan',
  label: ['时间计划', 'Plan'],
  verdict: 'refuse',
  text: ['不在时段内', 'outside of hours'],
}
const put = async (state: DeliveryKey, more: object = {}) => {
  cell = {
    ...{ subjectKind: 'person', subjectId: '1', component: '2', state, reason: null, until: null },
    ...{ clockOffsetS: null, acceptedElsewhere: 0, exception: null, rights: [], decision: { allow: true, steps: [] } },
    ...more,
  }
  await render(
    <KitRoot>
      <QueryClientProvider client={queries}>
        <CellCard
          person={{ id: '1', name: '王欢' } as MatrixPerson}
          door={{ id: '2', no: 1, name: null, deviceId: '3', deviceName: '东门' } as Door}
          appId="7"
          onClose={() => {}}
        />
      </QueryClientProvider>
    </KitRoot>,
  )
  await expect.element(page.getByText(DELIVERY[state].word[0], { exact: true })).toBeVisible()
}

const WORDS: Record<DeliveryKey, [text: string, more?: object][]> = {
  none: [['没有此门的授权']],
  confirmed: [
    ['已在设备上，现在可以通行'],
    ['已在设备上；现在不能通行：不在时段内', { decision: { allow: false, steps: [refuse] } }],
  ],
  partly: [['此设备只能保存一套时段，已保存当前生效的，变化时自动更新；现在可以通行']],
  notYet: [['已在设备上，未到有效期；现在不能通行：不在时段内', { decision: { allow: false, steps: [refuse] } }]],
  sending: [['正在下发，等待设备确认']],
  queued: [['正在下发，等待设备确认']],
  waiting: [['设备离线，上线后先撤权、再下发']],
  failed: [
    [
      '照片里没有人脸',
      {
        exception: {
          ...{ kind: 'refused', code: 4101, message: 'NO_FACE', tries: 1, nextAt: null },
          ...{ firstAt: '2026-11-20T08:00:00Z', lastAt: '2026-11-20T08:00:00Z' },
        },
      },
    ],
    ['设备没有接受'],
  ],
  noPortrait: [['没有可用的人脸照片，设备上没有此人；补照片后自动下发']],
  noCard: [['没有登记卡号，设备上没有此人；登记后自动下发']],
  clockOff: [['设备时钟偏差', { clockOffsetS: 7200 }]],
  over: [
    ['人员有效期已过，不在设备上', { reason: 'person' }],
    ['此门的授权不在人员有效期内，设备不放行', { reason: 'outside' }],
    ['此门的授权已过期，设备不再放行', { reason: 'right' }],
  ],
  barred: [['人员已停用或在黑名单中，不在设备上']],
  removing: [['权限已撤销，设备离线，上线后最先删除', { reason: 'offline' }], ['权限已撤销，等待设备确认删除']],
  asks: [['设备不保存名单，每次通行都由平台判断；现在可以通行']],
  notKept: [
    ['此设备只能保存一套时段，现在保存的是其他门的；轮到此门时自动更新', { reason: 'otherDoors' }],
    ['此类设备不保存人员，此权限不由设备执行'],
  ],
}
const cases = (Object.keys(WORDS) as DeliveryKey[]).flatMap(state =>
  WORDS[state].map(([text, more]) => [state, text, more ?? {}] as const),
)
test.each(cases)('%s: %s', async (state, text, more) => {
  await put(state, more)
  await expect.element(page.getByText(text).first()).toBeVisible()
  const shown = document.body.innerText
  // With `clockOff` the device has confirmed; all other unconfirmed states must not say that somebody is on it.
  if (!isConfirmed(state) && state !== 'clockOff') expect(shown).not.toContain('已在设备上')
  // The platform decides at once, whatever a device stores.
  if (!isConfirmed(state) && state !== 'asks') expect(shown).not.toContain('现在可以通行')
})
test.each([
  ['noPortrait', '补照片'],
  ['noCard', '登记卡号'],
  ['failed', '重新下发'],
  ['none', '到权限组授权'],
] as const)('%s offers: %s', async (state, act) => {
  await put(state)
  await expect.element(page.getByRole('button', { name: act })).toBeVisible()
})
