/** Asks before a node of a tree is deleted, in the words of the specification. Resolves with the answer. */
import type { ReactNode } from 'react'
import { CANCEL } from '#base/texts.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'

export const confirmNode = (label: string, detail?: ReactNode): Promise<boolean> =>
  confirm({
    message: ['是否删除改节点?', `Delete ${label}?`],
    okLabel: ['确定', 'OK'],
    cancelLabel: CANCEL,
    danger: true,
    detail,
  })
