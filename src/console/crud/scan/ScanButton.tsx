/** Opens the camera to read what is printed on things; its code is loaded when it is pressed. */
import { useState } from 'react'
import { ScanLine } from 'lucide-react'
import type { TextField } from '#model/field.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'

const ScanDialog = lazy(async () => (await import('#console/kit/scan/ScanDialog.tsx')).default)

export type ScanButtonProps = {
  field: TextField
  name: string
  /** The address of the rows that have printed labels. */
  api?: string
  /** Several, one after another. */
  many?: boolean
  onScan: (codes: readonly string[]) => void
}

export const ScanButton = ({ field, name, api, many, onScan }: ScanButtonProps) => {
  const [open, setOpen] = useState(false)
  const { label } = field
  return (
    <>
      <IconButton
        icon={ScanLine}
        size="tiny"
        label={[`扫描${label[0]}`, `Scan ${label[1].toLowerCase()}`]}
        onPress={() => setOpen(true)}
      />
      {open && (
        <ScanDialog
          label={label}
          {...(many ? { many } : {})}
          codeOf={async text => (await import('#console/crud/scan/scannedCode.ts')).scannedCode(field, name, api, text)}
          onScan={codes => {
            setOpen(false)
            onScan(codes)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
