/** What the command line of simulated devices takes and says of the other wires, from their declarations. */
import type { ParseArgsConfig } from 'node:util'
import { protocols } from '#main/protocols.ts'
import { listenerOf } from '#main/listeners.ts'
import type { WireSwitch } from '#simulators/Wire.ts'
import { wires } from '#simulators/wires.ts'

export const SPOKEN: readonly string[] = [...protocols.keys()]
/** Where devices of a protocol connect unless told otherwise. */
export const portOf = (protocol: string): number => listenerOf(protocol)!.listens.port
/** Whether its devices speak the platform's own messages in WebSockets, and on which path. */
export const pathOf = (protocol: string): { path?: string } =>
  protocols.get(protocol)!.transport === 'WebSocket' ? { path: '/mqtt' } : {}

const column = (text: string): string => `  ${text.padEnd(22)} `
const switches = new Map<string, { of: string[]; one: WireSwitch }>()
for (const { protocol, switches: own = {} } of wires.values())
  for (const [name, one] of Object.entries(own)) {
    const known = switches.get(name) ?? { of: [], one }
    switches.set(name, { ...known, of: [...known.of, protocol] })
  }

export const wireOptions: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
  [...switches].map(([name, { one }]) => [name, { type: one.values ? 'string' : 'boolean' }]),
)
/** What is wrong with a switch that was given; null where nothing is. */
export function switchProblem(given: Readonly<Record<string, unknown>>): string | null {
  for (const [name, { one }] of switches)
    if (one.values && given[name] !== undefined && !one.values.includes(String(given[name])))
      return `--${name} is ${one.values.join(' or ')}`
  return null
}

export const switchLines = [...switches]
  .map(
    ([
      name,
      {
        of,
        one: { what, values },
      },
    ]) => {
      const usage = values ? `--${name} <${values.join('|')}>` : `--${name}`
      return `${column(usage)}${of.join(', ')}: ${what}${values ? ` (${values[0]})` : ''}`
    },
  )
  .join('\n')
export const happeningLines = [...wires.values()]
  .flatMap(({ protocol, happenings = {} }) =>
    Object.entries(happenings).map(([name, { usage, what }]) => `${column(`${name} ${usage}`)}${protocol}: ${what}`),
  )
  .join('\n')
