/** Asks before the page is left while something typed is not saved. */
import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#console/kit/overlay/confirm.ts'

export const useLeaveGuard = (dirty: boolean): void => {
  useBlocker({
    // A change of filters or of the open row leaves nothing.
    shouldBlockFn: async ({ current, next }) =>
      dirty &&
      current.pathname !== next.pathname &&
      !(await confirm({
        message: ['修改尚未保存，确定放弃吗？', 'Your changes are not saved. Discard them?'],
        danger: true,
      })),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  })
}
