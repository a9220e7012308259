/** Shown in place of the list while there are no devices, with the first step. */
import { NO_DEVICES } from '#base/figureTexts.ts'
import type { ReactNode } from 'react'
import { Empty } from '#console/kit/layout/Empty.tsx'

export const NoDevices = ({ action }: { action: ReactNode }) => (
  <Empty
    title={NO_DEVICES}
    note={[
      '接入第一台设备不到一分钟：选型号、填序列号、复制命令。',
      'The first one is live in under a minute: choose a model, enter the serial, copy a command.',
    ]}
    action={action}
  />
)
