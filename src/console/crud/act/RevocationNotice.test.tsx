/** The notice of a removal: how many devices have confirmed it, after how long, and which have not. */
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queries } from '#console/data/queries.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { RevocationNotice } from './RevocationNotice.tsx'

const device = (deviceName: string, tookMs: number | null, more: object = {}) => ({
  ...{ deviceId: deviceName, deviceName, online: true, renewed: false },
  ...{ tookMs, confirmedAt: tookMs === null ? null : '2026-11-20T08:00:00Z' },
  ...more,
})
let revocations: object[] = []
beforeEach(() => {
  setLanguage('zh')
  queries.clear()
  // Only the answers of the network are replaced; all code before it is real.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input =>
    new URL(String(input), location.origin).pathname === '/api/live'
      ? new Promise<Response>(() => {})
      : Response.json({ code: 0, data: revocations }),
  )
})
afterEach(() => vi.restoreAllMocks())

test.each([
  ['all confirmed', 1, [device('甲', 900), device('乙', 7000), device('丙', 1200)], '王欢，已从 3 台终端撤销 · 7 s'],
  [
    'one is away',
    1,
    [device('甲', 400), device('东门', null, { online: false })],
    '王欢，已从 1 台终端撤销 · <1 s，等待 东门（离线）确认',
  ],
  ['several people', 12, [device('甲', null)], '王欢等 12 人，等待 甲确认'],
  [
    'another right remains',
    1,
    [device('甲', 61_000), device('乙', 2000, { renewed: true })],
    '王欢，已从 1 台终端撤销 · 1 min，1 台因其他权限仍可通行，已更新',
  ],
  [
    'many are waited for',
    1,
    ['甲', '乙', '丙', '丁'].map(name => device(name, null)),
    '王欢，等待 甲、乙、丙等 4 台确认',
  ],
])('%s', async (_name, people, devices, text) => {
  revocations = [{ since: '2026-11-20T07:59:00Z', people, personName: '王欢', devices, beyond: 0 }]
  await render(
    <KitRoot>
      <QueryClientProvider client={queries}>
        <RevocationNotice path="/api/person/auth/revocations" appId="7" />
      </QueryClientProvider>
    </KitRoot>,
  )
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

test('those that have no line are counted, the ones beyond the answer too', async () => {
  revocations = Array.from({ length: 6 }, (_, n) => ({
    ...{ since: `2026-11-20T07:5${n}:00Z`, people: 1, personName: `人${n}`, beyond: 30 },
    devices: [device('甲', n === 4 ? null : 1000)],
  }))
  await render(
    <KitRoot>
      <QueryClientProvider client={queries}>
        <RevocationNotice path="/api/person/auth/revocations" appId="7" />
      </QueryClientProvider>
    </KitRoot>,
  )
  await expect.element(page.getByText('另有 33 次撤销，其中至少 1 次等待确认', { exact: true })).toBeVisible()
})
