/** Asks for confirmation before leaving a page with unsaved changes. */
import { useBlocker } from '@tanstack/react-router'
import { DISCARD_CHANGES } from '#base/texts.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'

export const useLeaveGuard = (dirty: boolean): void => {
  useBlocker({
    // A change of filters or of the open row does not leave the page.
    shouldBlockFn: async ({ current, next }) =>
      dirty && current.pathname !== next.pathname && !(await confirm({ message: DISCARD_CHANGES, danger: true })),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  })
}
