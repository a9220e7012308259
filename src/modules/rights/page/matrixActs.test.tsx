/** What is shown after an act on people of the matrix. */
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#console/kit/overlay/toast.ts'
import { sendAgain } from './matrixActs.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  [0, 'info', '所选人员没有失败的授权'],
  [3, 'ok', '已重新下发 3 项'],
] as const)('%i sent again', async (items, tone, words) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ code: 0, data: items }))
  const shown: unknown[] = []
  for (const one of ['info', 'ok'] as const)
    vi.spyOn(toast, one).mockImplementation(text => shown.push([one, (text as readonly string[])[0]]))
  await sendAgain(['1'])
  expect(shown).toEqual([[tone, words]])
})
