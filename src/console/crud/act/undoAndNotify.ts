/** Undoes a removal and reports the outcome. */
import { undoRemoval, type Removal } from '#console/data/removals.ts'
import { RequestError } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

export const undoAndNotify = async (of: Pick<Removal, 'api' | 'ids' | 'appId'>): Promise<void> => {
  try {
    const { restored, left, refused } = await undoRemoval(of)
    const stays: Words = left
      ? [
          `，其中 ${left} 项关联已不存在，未恢复`,
          `; ${left} ${left === 1 ? 'link was' : 'links were'} not restored because their target no longer exists`,
        ]
      : ['', '']
    if (!refused.length) {
      toast.ok([`已恢复 ${restored} 项${stays[0]}`, `${restored} restored${stays[1]}`])
      return
    }
    toast.warn([
      `已恢复 ${restored} 项，${refused.length} 项未恢复：${refused[0]!.reason}`,
      `${restored} restored, ${refused.length} not restored: ${refused[0]!.reason}`,
    ])
  } catch (error) {
    if (!(error instanceof RequestError && error.shown))
      toast.error(error instanceof RequestError ? error.message || undefined : undefined)
  }
}
