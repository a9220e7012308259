/** `npm run simulate`: simulated devices of a class against any host, with faults on demand. */
import { readFile, writeFile } from 'node:fs/promises'
import { fstatSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { protocols as protocolsOf } from '#main/protocols.ts'
import { FAULTS, switchFaults, type Faults } from '#simulators/faults.ts'
import { Link } from '#simulators/Link.ts'
import { PublicApi } from '#simulators/PublicApi.ts'
import { applicationOf, register, type Registered } from '#simulators/register.ts'
import { isScript, play, SCRIPTS } from '#simulators/script.ts'
import { classes, simulate, type SimClass } from '#simulators/simulate.ts'
import type { Wire, WireDevice } from '#simulators/Wire.ts'
import { wires } from '#simulators/wires.ts'
import { HAPPENINGS, statusOf } from './simulate/happenings.ts'
import {
  happeningLines,
  pathOf,
  portOf,
  SPOKEN,
  switchLines,
  switchProblem,
  wireOptions,
} from './simulate/wireLines.ts'

const HELP = `npm run simulate -- [options]     devices that speak real protocols

Which devices
  --class <class>        ${[...classes.keys()].join(' | ')}
  --count <n>            how many to register (1)
  --app <id>             the application they are bound to; not needed where there is only one
  --model <number>       the model; default: the first published one of the class
  --username, --password whose rights registering uses
  --api <url>            the platform's address (http://127.0.0.1:8080)
  --save <file.json>     keeps the credentials of what was registered, for --credentials
  --credentials <file>   devices made before, instead of registering: [{deviceClass, productKey, deviceName, secret, doorCount?}]

How they connect
  --gateway <class>      registers a gateway of that class too, and puts the devices behind it
  --protocol <name>      ${SPOKEN.join(' | ')}; default: the first that the class speaks
  --host, --port         the listener (127.0.0.1; ${SPOKEN.map(portOf).join(', ')})
${switchLines}

What they do
  --script <name>        ${Object.keys(SCRIPTS).join(' | ')} (quiet): what happens by itself; everyMs ${JSON.stringify(SCRIPTS)}
  --faults <a,b>         ${Object.entries(FAULTS)
    .map(([name, what]) => `${name.padEnd(10)} ${what}`)
    .join('\n                         ')}

While it runs, a line on stdin:
  slow,clock | -slow | none     faults on, off, all off
  script day                    another script
  happen                        once, at every device
  face 100042 | face stranger   somebody stands before every terminal
  card 0012345678 2             a card at door 2 of every controller, or to pass a lane outwards (1 inwards)
  pin 482913                    typed at every terminal that has a keypad
  car on | car off              in the way of all that moves, in the space of every parking lock
  see face | see plate 浙A12345  something passes every camera (also see body)
  cover on | cover off          the lens of every camera
  find helmet 2 | find          what every analysis box finds in the picture of camera 2; anything
  lose 1 | lose 1 off           the first camera of every box or recorder, until it is back
  intrude on | intrude off      somebody in every lane without permission
  event climb | event derail    any event without parameters of their own, at devices whose class has it
  force 1 | hold 1 | fire on    at the doors of every controller
  force 45 | drain 10           the arm of every parking lock, in degrees; its battery, in percent
  drop 10                       cut every connection for 10 s
  status                        one line of JSON for each device
  quit
At devices that speak another wire, and where they have the ability at the others:
${happeningLines}
`

const OPTIONS = {
  class: { type: 'string' },
  count: { type: 'string', default: '1' },
  app: { type: 'string' },
  model: { type: 'string' },
  username: { type: 'string', default: 'admin' },
  password: { type: 'string' },
  api: { type: 'string', default: 'http://127.0.0.1:8080' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string' },
  protocol: { type: 'string' },
  gateway: { type: 'string' },
  save: { type: 'string' },
  credentials: { type: 'string' },
  script: { type: 'string', default: 'quiet' },
  faults: { type: 'string', default: '' },
  help: { type: 'boolean', short: 'h', default: false },
} as const
// Those of wires follow from what these declare.
const { values: given } = parseArgs({ options: { ...wireOptions, ...OPTIONS } })
const switches = given as Readonly<Record<string, string | boolean>>

const stopWith = (line: string): never => {
  console.error(line)
  process.exit(2)
}
const isClass = (name: string | undefined): name is SimClass => name !== undefined && classes.has(name)

const spokenBy = (deviceClass: SimClass): string => given.protocol ?? classes.get(deviceClass)!.protocols[0]!

async function registered(): Promise<Registered[]> {
  if (given.credentials) return JSON.parse(await readFile(given.credentials, 'utf8')) as Registered[]
  const count = Number(given.count)
  if (!isClass(given.class)) return stopWith(`--class is one of ${[...classes.keys()].join(', ')} (--help)`)
  if (!Number.isInteger(count) || count < 1 || count > 2000) return stopWith('--count is a number from 1 to 2000')
  if (!given.password) return stopWith('--password is needed to register devices; or give --credentials')
  const api = new PublicApi(given.api)
  await api.login(given.username, given.password)
  const appId = await applicationOf(api, given.app)
  const made = await register(api, given.class, count, appId, given.model, wires.get(spokenBy(given.class))?.prefix)
  if (given.gateway !== undefined) {
    if (!isClass(given.gateway)) return stopWith(`--gateway is one of ${[...classes.keys()].join(', ')}`)
    const [gateway] = await register(api, given.gateway, 1, appId, undefined, 'GW', true)
    for (const one of made) one.behind = gateway!.deviceName
    made.unshift(gateway!)
  }
  if (given.save) await writeFile(given.save, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

if (given.help) {
  console.log(HELP)
  process.exit(0)
}
if (!isScript(given.script)) stopWith(`--script is one of ${Object.keys(SCRIPTS).join(', ')}`)
const faults: Faults = new Set()
const unknown = switchFaults(faults, given.faults)
if (unknown.length) stopWith(`no such fault: ${unknown.join(', ')}; there are ${Object.keys(FAULTS).join(', ')}`)

const placeOf = (protocol: string): { host: string; port: number } => ({
  ...{ host: given.host, port: Number(given.port ?? portOf(protocol)) },
})
if (given.protocol && !SPOKEN.includes(given.protocol)) stopWith(`--protocol is one of ${SPOKEN.join(', ')}`)
const problem = switchProblem(given)
if (problem) stopWith(problem)

const all = await registered().catch((error: Error) => stopWith(error.message))
for (const { deviceClass } of given.protocol ? all : []) {
  const { protocols } = classes.get(deviceClass)!
  // A wire of the same messages is another entry to the same protocol.
  const spoken = protocolsOf.get(given.protocol!)?.carries ?? given.protocol!
  if (!protocols.includes(spoken))
    stopWith(`${deviceClass} does not speak ${given.protocol}; it speaks ${protocols.join(', ')}`)
}
const log = (line: string): void => console.error(line)
const others: { wire: Wire; device: WireDevice }[] = all.flatMap(({ deviceClass, ...credentials }) => {
  const wire = wires.get(spokenBy(deviceClass))
  return wire ? [{ wire, device: wire.make({ ...placeOf(wire.protocol), credentials, switches, log }) }] : []
})
// A gateway comes before the devices behind it.
const gateways = new Map<string, Link>()
const devices = all
  .filter(one => !wires.has(spokenBy(one.deviceClass)))
  .map(({ deviceClass, doorCount, zoneCount, behind, ...credentials }) => {
    const over = behind === undefined ? undefined : gateways.get(behind)
    if (behind !== undefined && !over)
      return stopWith(`${credentials.deviceName}: its gateway ${behind} is not before it`)
    const simulated = simulate(deviceClass, {
      ...(over ? { behind: over } : {}),
      ...{ ...placeOf(spokenBy(deviceClass)), ...pathOf(spokenBy(deviceClass)), credentials, faults, log },
      ...(doorCount ? { doorCount } : {}),
      ...(zoneCount ? { zoneCount } : {}),
    })
    if (simulated.device.link instanceof Link) gateways.set(credentials.deviceName, simulated.device.link)
    return simulated
  })
for (const { device } of others) device.start()
for (const { device } of devices) device.start()
if (faults.size) for (const { device } of devices) device.faultsSwitched()
let stopScript = play(devices, given.script as keyof typeof SCRIPTS)
console.log(JSON.stringify({ started: devices.length + others.length, script: given.script, faults: [...faults] }))

async function quit(): Promise<never> {
  stopScript()
  await Promise.race([
    Promise.all([...devices, ...others].map(({ device }) => device.stop())),
    new Promise(resolve => setTimeout(resolve, 2000)),
  ])
  process.exit(0)
}
process.on('SIGINT', () => void quit())
process.on('SIGTERM', () => void quit())

const happens = (word: string): boolean =>
  Object.hasOwn(HAPPENINGS, word) || others.some(({ wire }) => Object.hasOwn(wire.happenings ?? {}, word))
/** `show` is given what a happening came to. */
function run(work: () => unknown, show: (found: unknown) => void = () => {}): void {
  void Promise.resolve()
    .then(work)
    .then(show, (error: Error) => log(error.message))
}

const orders = createInterface({ input: process.stdin })
// If the pipe is closed, the process that started it has ended and can no longer stop it.
if (fstatSync(0).isFIFO()) orders.on('close', () => void quit())
orders.on('line', line => {
  const [word = '', argument = '', second = ''] = line.trim().split(/\s+/)
  if (word === 'quit') void quit()
  else if (word === 'status') {
    for (const simulated of devices) console.log(JSON.stringify(statusOf(simulated)))
    for (const { wire, device } of others)
      console.log(JSON.stringify({ device: device.name, online: device.online, ...wire.status?.(device) }))
  } else if (happens(word)) {
    for (const simulated of devices) run(() => HAPPENINGS[word]?.(simulated, argument, second))
    for (const { wire, device } of others)
      run(
        () => wire.happenings?.[word]?.run(device, argument, second),
        found => found && console.log(JSON.stringify({ device: device.name, ...found })),
      )
  } else if (word === 'script' && isScript(argument)) {
    stopScript()
    stopScript = play(devices, argument)
  } else if (word) {
    const strange = switchFaults(faults, line)
    console.log(JSON.stringify(strange.length ? { unknown: strange } : { faults: [...faults] }))
    for (const { device } of devices) device.faultsSwitched()
  }
})
