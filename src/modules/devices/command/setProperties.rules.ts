/** The properties that can be set from the console: those that the class declares writable, each judged by its own field. */
import type { Text } from '#base/text.ts'
import type { DeviceClass, Property, Risk } from '#model/device.ts'
import type { FieldProblem } from '#model/error.ts'
import { judge } from '#model/judge.ts'
import type { Input, Params } from '#model/row.ts'
import { splitComponent } from './command.rules.ts'

/** `kind` undefined: properties of the device as a whole. */
export const writable = (deviceClass: DeviceClass, kind: string | undefined): [name: string, property: Property][] =>
  Object.entries(deviceClass.properties).filter(([, property]) => property.access === 'rw' && property.per === kind)

/** The values as they are sent, or every invalid name with its reason. */
export function judgeValues(
  deviceClass: DeviceClass,
  component: string,
  given: Readonly<Input>,
): { ok: Params } | { problems: FieldProblem[] } {
  const may = new Map(writable(deviceClass, splitComponent(component)?.kind))
  const ok: Params = {}
  const problems: FieldProblem[] = []
  for (const [name, value] of Object.entries(given)) {
    const property = may.get(name)
    if (!property) {
      const known = deviceClass.properties[name]
      const label: Text = known?.field.label ?? [name, name]
      problems.push({
        field: name,
        text: known
          ? [`${label[0]}不能设置`, `${label[1]} cannot be set`]
          : [`没有属性 ${name}`, `The property ${name} does not exist`],
      })
      continue
    }
    const verdict = judge({ ...property.field, required: true }, value)
    if ('ok' in verdict) ok[name] = verdict.ok
    else problems.push(...('problems' in verdict ? verdict.problems : [{ field: name, text: verdict.problem }]))
  }
  if (!problems.length && Object.keys(ok).length === 0)
    problems.push({ field: 'values', text: ['请至少设置一项属性', 'Set at least one property'] })
  return problems.length ? { problems } : { ok }
}

const RISKS: readonly Risk[] = ['none', 'spends', 'erases', 'moves', 'opens']

/** The highest risk of the properties set. */
export const riskOf = (deviceClass: DeviceClass, values: Readonly<Input>): Risk =>
  Object.keys(values).reduce<Risk>((most, name) => {
    const risk = deviceClass.properties[name]?.risk ?? 'none'
    return RISKS.indexOf(risk) > RISKS.indexOf(most) ? risk : most
  }, 'none')

/** Why these values must not be set in the last reported state, or null. */
export const unsafeToSet = (deviceClass: DeviceClass, values: Readonly<Input>, state: Readonly<Params>): Text | null =>
  Object.entries(values)
    .flatMap(([name, value]) => (deviceClass.properties[name]?.never ?? []).filter(rule => rule.to === value))
    .find(rule => state[rule.property] === rule.is)?.because ?? null

/** What a user must confirm before these values are set. */
export const confirmsOf = (deviceClass: DeviceClass, values: Readonly<Input>): readonly Text[] =>
  Object.entries(values).flatMap(([name, value]) =>
    (deviceClass.properties[name]?.confirm ?? []).filter(one => one.to === value).map(one => one.text),
  )

/** In the device's form: values of a part are inside the list of its parts. */
export function wireValues(deviceClass: DeviceClass, component: string, values: Input): Params {
  const part = splitComponent(component)
  return part ? { [deviceClass.components[part.kind]!.list]: [{ no: part.no, ...values }] } : values
}
