/** The states of a command, and what a device can be asked to do in its current state. */
import type { Command, DeviceClass, NeverRule } from '#model/device.ts'
import type { Input, Params } from '#model/row.ts'

/** Every reason why the command must not be given now with these parameters. `vals` is the last reported state of the part. */
export const neverRules = (command: Command, vals: Readonly<Params>, params: Readonly<Params>): readonly NeverRule[] =>
  (command.never ?? []).filter(
    rule => vals[rule.property] === rule.is && (!rule.with || params[rule.with.param] === rule.with.is),
  )

/**
 * What a command of the sync engine contains besides what is stored: its content is read when it is sent; the answer to one
 * that reads back is kept until it is compared. Of neither more than the number of items remains.
 */
export const CARRIES = { nothing: 0, content: 1, answer: 2 } as const

/** What proves that a command was done: the values that the part must report, all of them. */
export type Proof = { property: string; is: unknown } | { values: Input }
export const provenBy = (proof: Proof): Params => ('values' in proof ? proof.values : { [proof.property]: proof.is })

export const splitComponent = (component: string): { kind: string; no: number } | undefined => {
  const [kind, no] = component.split(':')
  return kind && no ? { kind, no: Number(no) } : undefined
}

/** The parameters in the form of this class's devices: the part is identified by its own parameter, for example `doorNo`. */
export function wireParams(
  deviceClass: DeviceClass,
  component: string,
  params: Params,
  context: { reason: string | null; operator: string | null; commandId: string },
): Params {
  const part = splitComponent(component)
  return {
    ...params,
    ...(part ? { [deviceClass.components[part.kind]!.param]: part.no } : {}),
    operator: context.operator ?? undefined,
    reason: context.reason ?? undefined,
    requestId: context.commandId,
  }
}

/** Devices answer 0 or 200 for success; any other value is their own error code. */
export const isSuccess = (code: number): boolean => code === 0 || code === 200
