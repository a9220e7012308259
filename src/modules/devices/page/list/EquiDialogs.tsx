/** The dialogs of the list of devices: connecting one, commands for several, a new secret, and the reason for disabling one. */
import { useQueryClient } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { useApplication } from '#console/app/useApplication.ts'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { ConnectDialog } from '../connect/ConnectDialog.tsx'
import { SecretDialog } from '../connect/SecretDialog.tsx'
import { DEVICES } from '../deviceCache.ts'
import type { DeviceRow } from '../DeviceRow.ts'
import type { DeviceActs } from '../useDeviceActs.ts'
import { BulkControl } from './BulkControl.tsx'
import { BulkParameters } from './BulkParameters.tsx'
import { DisableDialog } from './DisableDialog.tsx'

/** A command for the selected devices; parts of those beyond the page are unknown. */
export type BulkAsked = { act: 'control' | 'set'; rows: readonly DeviceRow[]; chosen: BulkRows }

export type EquiDialogsProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  acts: DeviceActs
  adding: boolean
  /** Called with the id of the device that was added, if there is one. */
  onAdded: (id?: string) => void
  bulk: BulkAsked | undefined
  onBulkClose: () => void
}

const countOf = (chosen: BulkRows): number => ('ids' in chosen ? chosen.ids.length : chosen.count)

export const EquiDialogs = ({ appId, deviceClass, acts, adding, onAdded, bulk, onBulkClose }: EquiDialogsProps) => {
  const queries = useQueryClient()
  const application = useApplication(appId)
  const asked = bulk && { deviceClass, chosen: bulk.chosen, count: countOf(bulk.chosen), onClose: onBulkClose }
  return (
    <>
      {adding && (
        <ConnectDialog
          appId={appId}
          allowed={application?.deviceClasses}
          classKey={deviceClass.key}
          onClose={() => onAdded()}
          onDone={id => {
            void queries.invalidateQueries({ queryKey: [DEVICES] })
            onAdded(typeof id === 'string' ? id : undefined)
          }}
        />
      )}
      {asked && bulk.act === 'control' && <BulkControl {...asked} parts={bulk.rows.flatMap(row => row.components)} />}
      {asked && bulk.act === 'set' && <BulkParameters {...asked} />}
      {acts.credentials && (
        <SecretDialog
          appId={appId}
          credentials={acts.credentials}
          deviceClass={deviceClass}
          onClose={acts.closeCredentials}
        />
      )}
      {acts.disabling && (
        <DisableDialog
          row={acts.disabling}
          onClose={acts.closeDisabling}
          onDisable={reason => acts.disable(acts.disabling!, reason)}
        />
      )}
    </>
  )
}
