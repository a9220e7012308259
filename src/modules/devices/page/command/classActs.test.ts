/** For all classes: everything shown can be read, and every button can be sent. */
import { describe, expect, test } from 'vitest'
import { translate, type Text } from '#base/text.ts'
import type { Params } from '#model/row.ts'
import { classes } from '#main/registry.ts'
import type { DeviceClass, Property } from '#model/device.ts'
import type { Field } from '#model/field.ts'
import { lookProperties } from '#model/look.ts'
import { writeDownlink } from '#protocols/alink/writeDownlink.ts'
import { wireParams } from '../../command/command.rules.ts'
import { judgeCommand, type Commanded } from '../../command/command.server.ts'
import { judgeSet } from '../../command/setProperties.server.ts'
import { writable } from '../../command/setProperties.rules.ts'
import { statesOf } from '../../facts/translate.rules.ts'
import { actsFor, isUpkeep } from './classCommands.ts'
import type { DeviceRow } from '../DeviceRow.ts'
import { lookOf } from '../partState.ts'
import { statedValue } from '../statedValue.tsx'

const SOON = new Date(Date.now() + 3_600_000).toISOString()
const PORTS = { classes, now: () => new Date() }

const zh = (words: unknown): string =>
  Array.isArray(words) ? translate(words as unknown as Text, 'zh') : String(words)
const sample = (field: Field): unknown => {
  switch (field.kind) {
    case 'choice':
      return Object.values(field.values)[0]![0]
    case 'integer':
      return field.min ?? 1
    case 'decimal':
      return String(field.min ?? 1)
    case 'flag':
      return true
    case 'instant':
      return '2099-01-01T00:00:00Z'
    case 'json':
      return field.example
    default:
      return 'x'
  }
}
const partOf = (per: string | undefined): string => (per ? `${per}:1` : '')
const rowOf = ({ key, components }: DeviceClass, shadow: DeviceRow['shadow']): DeviceRow =>
  ({
    name: '设备',
    deviceClass: key,
    online: true,
    enabled: true,
    alarm: null,
    components: Object.keys(components).map(kind => ({ id: kind, kind, no: 1, name: null, key: `${kind}:1` })),
    shadow,
  }) as Partial<DeviceRow> as DeviceRow
const deviceOf = ({ key, components }: DeviceClass, states: Commanded['states']): Commanded => ({
  id: '1',
  source_id: '1',
  app_id: '1',
  device_class: key,
  enabled: true,
  online: true,
  protocol: null,
  name: '设备',
  sn: 'SN-1',
  parts: Object.keys(components).map(kind => `${kind}:1`),
  states,
})
/** The state of a part when all is well: nothing then forbids a command. */
const idleState = ({ properties }: DeviceClass, per: string | undefined): Params =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => property.per === per)
      .map(([name, { field }]) => [name, field.kind === 'flag' ? false : sample(field)]),
  )

test('of bypassing a zone and ending it, the one that its state allows', () => {
  const host = classes.get('alarmEquipmentClass')!
  const shown = (state: Params | undefined): string[] => actsFor(host, 'zone', state).map(act => act.identifier)
  expect(shown({ zoneState: 0 })).toEqual(['bypass'])
  expect(shown({ zoneState: 1 })).toEqual(['bypass'])
  expect(shown({ zoneState: 2 })).toEqual(['unbypass'])
  // Nothing is known of it.
  expect(shown(undefined)).toEqual(['bypass', 'unbypass'])
  expect(shown({ zoneState: null })).toEqual(['bypass', 'unbypass'])
})

describe.each([...classes.values()].map(one => [one.key, one] as const))('%s', (_key, deviceClass) => {
  test('what is shown can be read: each value of each property has words', () => {
    for (const [name, { field }] of Object.entries(deviceClass.properties) as [string, Property][])
      for (const value of field.kind === 'choice'
        ? Object.values(field.values).map(([wire]) => wire)
        : [sample(field)]) {
        const shown = statedValue(field, value, zh)
        expect(shown, `${name} ${String(value)}`).toBeTruthy()
        if (field.kind === 'choice') expect(shown, name).not.toBe(String(value))
      }
  })
  test('each look is reachable by a state of the device, and has a word', () => {
    for (const [kind, look] of Object.entries(deviceClass.looks)) {
      for (const name of lookProperties(look)) expect(deviceClass.properties[name]?.per, name).toBe(look.per)
      for (const { when, glyph, moving, word } of look.states) {
        const state = { ...idleState(deviceClass, look.per), ...when }
        const choices = deviceClass.properties[word]!.field
        if (choices.kind === 'choice' && !(word in when)) state[word] = Object.values(choices.values)[0]![0]
        const others = look.states.slice(
          0,
          look.states.findIndex(one => one.when === when),
        )
        // Shown only where no earlier state matches.
        for (const other of others) for (const name of Object.keys(other.when)) if (!(name in when)) delete state[name]
        const report = {
          kind: 'report',
          values: look.per ? { [deviceClass.components[look.per]!.list]: [{ no: 1, ...state }] } : state,
        } as const
        const speaker = { deviceId: '1', name: '设备', deviceClass }
        const { rows, misfits } = statesOf(speaker, report, { nowMs: 0, epoch: '1', n: 0, newId: () => '1' })
        expect(misfits, JSON.stringify(when)).toEqual([])
        const shadow = Object.fromEntries(rows.map(({ component, vals }) => [component, vals]))
        const shown = lookOf(deviceClass, rowOf(deviceClass, shadow), partOf(kind || undefined), 0)
        expect([shown.glyph, shown.moving], JSON.stringify(when)).toEqual([glyph, moving])
        if (word in state) expect(shown.word[0], JSON.stringify(when)).not.toBe('')
      }
    }
  })

  test('what is pressed can be sent: each act is judged and written as the device reads it', () => {
    const kinds = [undefined, ...Object.keys(deviceClass.components)]
    for (const kind of kinds) {
      const state = idleState(deviceClass, kind)
      for (const act of actsFor(deviceClass, kind, { ...state, mode: undefined })) {
        const params = {
          ...act.params,
          ...Object.fromEntries(
            Object.entries(act.asks).map(([name, field]) => [
              name,
              name === act.command.typed ? 'SN-1' : sample(field),
            ]),
          ),
          ...(act.end?.must ? { [act.end.name]: SOON } : {}),
        }
        const component = partOf(kind)
        const request = { deviceId: '1', identifier: act.identifier, component, params, origin: 'console' } as const
        const judged = judgeCommand(PORTS, deviceOf(deviceClass, { [component]: state }), request)
        expect(judged.params, act.id).toEqual(params)
        const wire = wireParams(deviceClass, component, judged.params, { reason: '试', operator: '我', commandId: '7' })
        const { topic, payload } = writeDownlink(
          { deviceId: '1', serial: 'dn', productKey: 'pk', deviceName: 'dn', deviceClass: deviceClass.key },
          { kind: 'command', commandId: '7', identifier: act.identifier, params: wire, expiresAt: 0 },
        )
        expect(topic).toBe(`/sys/pk/dn/thing/service/${act.identifier}`)
        expect(JSON.parse(payload.toString()).params, act.id).toMatchObject(params)
      }
    }
  })
  test('each command that people give is on a screen: the card of its part, the menu of the device, or the page of its label', () => {
    for (const kind of [undefined, ...Object.keys(deviceClass.components)])
      for (const act of actsFor(deviceClass, kind, idleState(deviceClass, kind))) {
        const inMenu = kind === undefined && isUpkeep(act)
        const onCard = !isUpkeep(act) && deviceClass.looks[kind ?? ''] !== undefined
        expect([act.id, inMenu || onCard || act.identifier === deviceClass.opens]).toEqual([act.id, true])
      }
  })
  test('what can be set is judged alike', () => {
    for (const kind of [undefined, ...Object.keys(deviceClass.components)])
      for (const [name, { field }] of writable(deviceClass, kind)) {
        const component = partOf(kind)
        const device = deviceOf(deviceClass, { [component]: idleState(deviceClass, kind) })
        const request = { deviceId: '1', identifier: '', component, params: { [name]: sample(field) } } as const
        expect(judgeSet(PORTS, device, { ...request, until: SOON, reason: '试', origin: 'console' }).params).toEqual(
          request.params,
        )
      }
  })
})
