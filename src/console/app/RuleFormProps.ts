/** The props of a form of one part of a linkage rule, by whichever module adds that part (`*.ruleForm.tsx`). */
import type { DeviceClass } from '#model/device.ts'
import type { Given } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import type { Words } from '#console/kit/language.tsx'

export interface RuleDevice {
  id: string
  name: string
  sn: string
  deviceClass: string
  components: readonly { id: string; kind: string; no: number; name: string | null; key: string }[]
}
export type RuleFormProps = {
  /** Of the trigger, or of the condition. */
  values: Readonly<Params>
  change: (part: Params) => void
  deviceClass: DeviceClass | undefined
  /** The devices that the rule names. */
  triggerDeviceIds: readonly string[]
  triggerEvent: string | undefined
  setEvent: (event: string | undefined) => void
  /** What the trigger gives to conditions. */
  given: Given
  classes: readonly DeviceClass[]
  devices: readonly RuleDevice[]
  problems: Readonly<Record<string, Words>>
}
