/** Every class can be simulated: its device obeys each command, takes each setting, and reports nothing undeclared. */
import { expect, test } from 'vitest'
import { classes, simulate } from './simulate.ts'

const options = { host: '127.0.0.1', port: 1, credentials: { productKey: 'p', deviceName: 'd', secret: 's' } }

test.each([...classes.values()].map(one => [one.key, one] as const))('%s', (_key, deviceClass) => {
  const { device } = simulate(deviceClass, options)
  const { commands, settable } = device.knows()
  const writable = Object.entries(deviceClass.properties).filter(([, { access }]) => access === 'rw')
  expect(Object.keys(deviceClass.commands).filter(name => !commands.includes(name))).toEqual([])
  expect(writable.map(([name]) => name).filter(name => !settable.includes(name))).toEqual([])
  const lists = Object.values(deviceClass.components).map(({ list }) => list)
  const stated = [...Object.keys(deviceClass.properties), ...lists]
  expect(Object.keys(device.values()).filter(name => !stated.includes(name))).toEqual([])
})

test('an ability without its behaviour is named', () => {
  const [first] = classes.values()
  const abilities = [{ name: 'buzz', properties: first!.properties }]
  expect(() => simulate({ ...first!, abilities }, options)).toThrow("'buzz' has no behaviour")
})
