/** `npm run simulate`: simulated devices of a class against any host, with faults on demand. */
import { readFile, writeFile } from 'node:fs/promises'
import { fstatSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { FAULTS, switchFaults, type Faults } from '#simulators/faults.ts'
import { Link } from '#simulators/Link.ts'
import { PublicApi } from '#simulators/PublicApi.ts'
import { applicationOf, register, type Registered } from '#simulators/register.ts'
import { happen, isScript, play, SCRIPTS } from '#simulators/script.ts'
import { AlarmPanel } from '#simulators/AlarmPanel.ts'
import { LedBoard } from '#simulators/LedBoard.ts'
import { QrReader } from '#simulators/QrReader.ts'
import { classes, simulate, type SimClass, type Simulated } from '#simulators/simulate.ts'

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
  --protocol <name>      alink | alinkWs | qrHttp | ledTcp | dc09; default: the first that the class speaks
  --host, --port         the listener (127.0.0.1; 1883, 8083, 8090, 8096 or 12000)
  --wire <form|query>    how a QR reader calls: POST with &&, or GET (form)
  --unsigned             QR readers and alarm hosts prove nothing but their number
  --udp                  alarm hosts report by UDP

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
  code mY3k…                    a code at every QR reader
  card 0012345678 2             a card at door 2 of every controller
  car on | car off              on the loop of every bollard, in the space of every parking lock
  force 1 | hold 1 | fire on    at the doors of every controller
  force 45 | drain 10           the arm of every parking lock, in degrees; its battery, in percent
  trip 2 | restore 2            a zone of every alarm host
  cid 1120 4                    any report of every alarm host on DC-09: code, and zone or user
  arm 3 | disarm 3              the user 3 at the keypad of every alarm host
  drop 10                       cut every connection for 10 s
  status                        one line of JSON for each device
  quit
`

const { values: given } = parseArgs({
  options: {
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
    wire: { type: 'string', default: 'form' },
    unsigned: { type: 'boolean', default: false },
    udp: { type: 'boolean', default: false },
    save: { type: 'string' },
    credentials: { type: 'string' },
    script: { type: 'string', default: 'quiet' },
    faults: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

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
  // An account of an alarm host has hexadecimal digits only.
  const prefix = spokenBy(given.class) === 'dc09' ? 'A1A' : undefined
  const made = await register(api, given.class, count, appId, given.model, prefix)
  if (given.gateway !== undefined) {
    if (!isClass(given.gateway)) return stopWith(`--gateway is one of ${[...classes.keys()].join(', ')}`)
    const [gateway] = await register(api, given.gateway, 1, appId, undefined, 'GW', true)
    for (const one of made) one.behind = gateway!.deviceName
    made.unshift(gateway!)
  }
  if (given.save) await writeFile(given.save, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

/** What a line on stdin triggers at the devices that support it. */
const HAPPENINGS: Record<string, (simulated: Simulated, first: string, second: string) => unknown> = {
  happen: simulated => happen(simulated),
  face: ({ faces }, who) => faces?.appear(who === 'stranger' ? null : who, 1),
  card: ({ cards }, cardNo, door) => cards?.swipe(cardNo, Number(door) || 1, 1),
  car: ({ motion, space }, on) => {
    if (space) void (on === 'on' ? space.arrive() : space.leave())
    else motion?.obstruct(on === 'on')
  },
  force: ({ cards, doors, space }, at) =>
    space ? space.force(Number(at) || 45) : cards && doors?.force(Number(at) || 1),
  drain: ({ space }, percent) => space?.drain(Number(percent) || 10),
  hold: ({ cards, doors }, door) => cards && doors?.open(Number(door) || 1, 25_000),
  fire: ({ cards, doors }, on) => cards && doors?.fire(on === 'on', '模拟 simulated'),
  trip: ({ zones }, zone) => zones?.trip(Number(zone) || 1),
  restore: ({ zones }, zone) => zones?.restore(Number(zone) || 1),
  arm: ({ arming }, user) => arming?.keypad(1, Number(user) || 1),
  disarm: ({ arming }, user) => arming?.keypad(0, Number(user) || 1),
  drop: ({ device }, seconds) => device.link.drop((Number(seconds) || 10) * 1000),
}

/** The same at hosts that report by DC-09. */
const AT_PANELS: Record<string, (panel: AlarmPanel, first: string, second: string) => Promise<unknown>> = {
  trip: (panel, zone) => panel.alarm(Number(zone) || 1),
  restore: (panel, zone) => panel.alarm(Number(zone) || 1, '130', false),
  cid: (panel, code, number) => panel.cid(code, Number(number) || 0),
  arm: (panel, user) => panel.arm(Number(user) || 1),
  disarm: (panel, user) => panel.disarm(Number(user) || 1),
}

const statusOf = ({ deviceClass, device, faces, cards }: Simulated): object => ({
  device: device.name,
  deviceClass,
  online: device.link.online,
  waiting: device.link.waiting,
  ...(faces ? { people: [...faces.held.keys()] } : {}),
  ...(cards ? { people: [...cards.held.keys()] } : {}),
  values: device.values(),
})

if (given.help) {
  console.log(HELP)
  process.exit(0)
}
if (!isScript(given.script)) stopWith(`--script is one of ${Object.keys(SCRIPTS).join(', ')}`)
const faults: Faults = new Set()
const unknown = switchFaults(faults, given.faults)
if (unknown.length) stopWith(`no such fault: ${unknown.join(', ')}; there are ${Object.keys(FAULTS).join(', ')}`)

const PORTS: Record<string, number> = { alink: 1883, alinkWs: 8083, qrHttp: 8090, ledTcp: 8096, dc09: 12_000 }
const portOf = (protocol: string): number => Number(given.port ?? PORTS[protocol])
if (given.protocol && !PORTS[given.protocol]) stopWith(`--protocol is one of ${Object.keys(PORTS).join(', ')}`)
if (given.wire !== 'form' && given.wire !== 'query') stopWith('--wire is form or query')

const all = await registered().catch((error: Error) => stopWith(error.message))
for (const { deviceClass } of given.protocol ? all : []) {
  const { protocols } = classes.get(deviceClass)!
  // A wire of the same messages is another entry to the same protocol.
  if (!protocols.includes(given.protocol!) && !(given.protocol === 'alinkWs' && protocols.includes('alink')))
    stopWith(`${deviceClass} does not speak ${given.protocol}; it speaks ${protocols.join(', ')}`)
}
const log = (line: string): void => console.error(line)
const readers = all
  .filter(one => spokenBy(one.deviceClass) === 'qrHttp')
  .map(
    ({ deviceName, secret }) =>
      new QrReader({
        ...{ host: given.host, port: portOf('qrHttp'), deviceName, wire: given.wire as 'form' | 'query', log },
        ...(given.unsigned ? {} : { secret }),
      }),
  )
const boards = all
  .filter(one => spokenBy(one.deviceClass) === 'ledTcp')
  .map(
    ({ deviceName, secret }) =>
      new LedBoard({ host: given.host, port: portOf('ledTcp'), serial: deviceName, secret, log }),
  )
const panels = all
  .filter(one => spokenBy(one.deviceClass) === 'dc09')
  .map(
    ({ deviceName, secret }) =>
      new AlarmPanel({
        ...{ host: given.host, port: portOf('dc09'), account: deviceName, transport: given.udp ? 'udp' : 'tcp', log },
        ...(given.unsigned ? {} : { key: Buffer.from(secret, 'base64url') }),
      }),
  )
// A gateway comes before the devices behind it.
const gateways = new Map<string, Link>()
const devices = all
  .filter(one => !['qrHttp', 'ledTcp', 'dc09'].includes(spokenBy(one.deviceClass)))
  .map(({ deviceClass, doorCount, zoneCount, behind, ...credentials }) => {
    const over = behind === undefined ? undefined : gateways.get(behind)
    if (behind !== undefined && !over)
      return stopWith(`${credentials.deviceName}: its gateway ${behind} is not before it`)
    const simulated = simulate(deviceClass, {
      ...(over ? { behind: over } : {}),
      ...{ host: given.host, port: portOf(spokenBy(deviceClass)), credentials, faults, log },
      ...(spokenBy(deviceClass) === 'alinkWs' ? { path: '/mqtt' } : {}),
      ...(doorCount ? { doorCount } : {}),
      ...(zoneCount ? { zoneCount } : {}),
    })
    if (simulated.device.link instanceof Link) gateways.set(credentials.deviceName, simulated.device.link)
    return simulated
  })
for (const one of [...readers, ...boards, ...panels]) one.start()
for (const { device } of devices) device.start()
if (faults.size) for (const { device } of devices) device.faultsSwitched()
let stopScript = play(devices, given.script as keyof typeof SCRIPTS)
console.log(
  JSON.stringify({
    started: devices.length + readers.length + boards.length + panels.length,
    script: given.script,
    faults: [...faults],
  }),
)

async function quit(): Promise<never> {
  stopScript()
  await Promise.race([
    Promise.all([
      ...devices.map(({ device }) => device.stop()),
      ...[...readers, ...boards, ...panels].map(one => one.stop()),
    ]),
    new Promise(resolve => setTimeout(resolve, 2000)),
  ])
  process.exit(0)
}
process.on('SIGINT', () => void quit())
process.on('SIGTERM', () => void quit())

const orders = createInterface({ input: process.stdin })
// If the pipe is closed, the process that started it has ended and can no longer stop it.
if (fstatSync(0).isFIFO()) orders.on('close', () => void quit())
orders.on('line', line => {
  const [word = '', argument = '', second = ''] = line.trim().split(/\s+/)
  if (word === 'quit') void quit()
  else if (word === 'status') {
    for (const simulated of devices) console.log(JSON.stringify(statusOf(simulated)))
    for (const { name, online, shown, spoken } of boards)
      console.log(JSON.stringify({ device: name, online, shown, said: spoken }))
    for (const { name, online, acknowledged } of panels)
      console.log(JSON.stringify({ device: name, online, acknowledged }))
    for (const { name, online, opened } of readers) console.log(JSON.stringify({ device: name, online, opened }))
  } else if (word === 'code') {
    for (const reader of readers)
      void reader.scan(argument).then(
        answer => console.log(JSON.stringify({ device: reader.name, ...answer })),
        (error: Error) => log(error.message),
      )
    for (const { scanner } of devices) void scanner?.scan(argument).then(answer => console.log(JSON.stringify(answer)))
  } else if (HAPPENINGS[word] || AT_PANELS[word]) {
    if (word === 'drop') for (const board of boards) board.drop((Number(argument) || 10) * 1000)
    for (const simulated of devices) void HAPPENINGS[word]?.(simulated, argument, second)
    for (const panel of panels)
      void AT_PANELS[word]?.(panel, argument, second).then(
        answer => console.log(JSON.stringify({ device: panel.name, answer })),
        (error: Error) => log(error.message),
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
