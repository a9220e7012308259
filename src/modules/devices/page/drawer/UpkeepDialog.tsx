/** Maintenance of a device from its menu: restart, clock, reading data; parameters and result in one small dialog. */
import { useEffect } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { isAtOnce, type Act } from '../command/classCommands.ts'
import { CommandSteps } from '../command/CommandSteps.tsx'
import { CommandTray } from '../command/CommandTray.tsx'
import type { DeviceRow } from '../DeviceRow.ts'
import { useCommand } from '../command/useCommand.ts'

export const UpkeepDialog = ({
  appId,
  deviceClass,
  row,
  act,
  onClose,
}: {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
  act: Act
  onClose: () => void
}) => {
  const translate = useTranslate()
  const { command, problem, busy, give } = useCommand(appId, row.id, '')
  const atOnce = isAtOnce(act)
  useEffect(() => {
    if (atOnce) void give({ act, params: act.params, reason: null, forced: false }).catch(() => {})
  }, [])
  return (
    <Dialog open onClose={onClose} title={act.label} note={row.name} width="small" flush>
      {command ? (
        <CommandSteps command={command} deviceClass={deviceClass} />
      ) : atOnce ? (
        <p className="upkeep-wait second" role="status">
          {problem !== undefined ? (
            <span className="bad">{translate(problem)}</span>
          ) : (
            translate(['正在下发…', 'Sending…'])
          )}
        </p>
      ) : (
        <CommandTray
          act={act}
          busy={busy}
          problem={problem}
          onClose={onClose}
          onSend={order => void give(order).catch(() => {})}
        />
      )}
    </Dialog>
  )
}
