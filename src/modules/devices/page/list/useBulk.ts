/** Starts a job for the selected devices; what opens or moves is first confirmed with their number. */
import { counted } from '#base/counted.ts'
import type { Params } from '#model/row.ts'
import { useState } from 'react'
import type { Text } from '#base/text.ts'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { RequestError } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { DEVICES } from '../deviceCache.ts'

const failed: Words = ['没有发出，请重试', 'It was not sent. Please try again']

export const useBulk = (act: 'control' | 'setParameters', chosen: BulkRows, onDone: () => void) => {
  const [problem, setProblem] = useState<Words>()
  const [busy, setBusy] = useState(false)
  /** `risky` names what opens or moves, in words. */
  const start = async (values: Readonly<Params>, risky: Text | undefined, count: number): Promise<void> => {
    if (
      risky &&
      !(await confirm({
        message: [
          `确定对 ${count} 台设备执行“${risky[0]}”吗？门或设备会立即动作。`,
          `${risky[1]} on ${counted(count, 'device')}? Doors or devices move at once.`,
        ],
        danger: true,
        okLabel: [`执行 ${count} 台`, `On all ${count}`],
      }))
    )
      return
    setBusy(true)
    setProblem(undefined)
    try {
      const { startBulk } = await import('#console/crud/job/startBulk.ts')
      await startBulk(DEVICES, act, chosen, values)
      onDone()
    } catch (error) {
      setProblem(error instanceof RequestError && error.message ? error.message : failed)
      setBusy(false)
    }
  }
  return { problem, busy, start }
}
