/** Each gap of a class and of a protocol is named, and what is there has none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DeviceClass } from '#model/device.ts'
import { protocols } from '#main/protocols.ts'
import { classes } from '#main/registry.ts'
import type { Protocol } from '#model/protocol.ts'
import { classGaps } from './classGaps.ts'
import { protocolGaps } from './protocolGaps.ts'

const [some] = classes.values()
const known = { spoken: [...protocols.keys()], icons: [some!.icon], simulate: () => {} }
const gapsOf = (change: Partial<DeviceClass>, more: Partial<typeof known> = {}): string[] =>
  classGaps({ ...some!, ...change }, { ...known, ...more })

test('a class: its label, its icon, its behaviour, and what the registry refuses', () => {
  expect(gapsOf({})).toEqual([])
  expect(gapsOf({ label: ['', 'x'] })).toEqual([expect.stringContaining('its label lacks a language')])
  expect(gapsOf({ icon: 'nothing' })).toEqual([expect.stringContaining("its icon 'nothing' is none of")])
  expect(gapsOf({ protocols: ['nowhere'] })).toEqual([
    expect.stringContaining("'nowhere' has no src/protocols/nowhere"),
  ])
  const simulate = (): never => {
    throw new Error("'lamp' has no behaviour")
  }
  expect(gapsOf({}, { simulate })).toEqual(["'lamp' has no behaviour"])
})

test('a protocol: who speaks it, its guide, its simulator and its label', () => {
  const all = [...protocols.values()]
  const there = { guided: [...protocols.keys()], simulated: [...protocols.keys()], classes: [...classes.values()] }
  expect(protocolGaps(all, there)).toEqual([])
  const lonely: Protocol = { ...all.find(one => one.transport === 'TCP')!, key: 'lonely', label: ['', 'x'] }
  expect(protocolGaps([lonely], there)).toEqual([
    'src/protocols/lonely/protocol.ts: its label lacks a language',
    'src/protocols/lonely: no class of src/devices names it in its protocols',
    'src/protocols/lonely/guide.ts: how a device is connected (defineGuide)',
    'src/simulators/wires/lonely.ts: its simulated device (defineWire)',
  ])
  const carrier: Protocol = { ...all.find(one => one.carries)!, key: 'lonely', label: ['x', 'x'] }
  expect(protocolGaps([carrier], there)).toEqual([])
})

test('each file that a message names is there', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = readdirSync(import.meta.dirname).filter(name => !name.endsWith('.test.ts'))
  const named = sources.flatMap(name => [
    ...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/\b(?:src|scripts|docs|tests)\/[\w/.-]+\.\w+/g),
  ])
  const paths = [...new Set(named.map(([path]) => path))]
  expect(paths).toContain('src/console/kit/iconSet.ts')
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
})
