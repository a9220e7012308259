/** What a line on stdin triggers at devices made of abilities, where they have the ability, and what is printed of them. */
import { randomUUID } from 'node:crypto'
import { ALGORITHMS, type Algorithm } from '#devices/abilities/analysis.ts'
import { happen } from '#simulators/script.ts'
import { classes, type Simulated } from '#simulators/simulate.ts'

const isAlgorithm = (name: string): name is Algorithm => Object.hasOwn(ALGORITHMS, name)

export const HAPPENINGS: Record<string, (simulated: Simulated, first: string, second: string) => unknown> = {
  happen: simulated => happen(simulated),
  face: ({ faces, libraries }, who) => {
    const known = who === 'stranger' ? null : who
    return faces ? faces.appear(known, 1) : libraries?.appear(known)
  },
  card: ({ cards, lane }, cardNo, second) =>
    lane ? lane.present(cardNo, second === '2' ? 2 : 1) : cards?.swipe(cardNo, Number(second) || 1, 1),
  pin: ({ tempPins }, pin, doorNo) => tempPins?.enter(pin, Number(doorNo) || 1),
  car: ({ motion, space, lane }, on) => {
    if (space) void (on === 'on' ? space.arrive() : space.leave())
    else if (lane) lane.occupy(on === 'on')
    else motion?.obstruct(on === 'on')
  },
  see: ({ capturing, recorder }, what, plate) =>
    recorder
      ? what === 'face' && recorder.see()
      : capturing?.see(what === 'plate' || what === 'body' ? what : 'face', plate || undefined),
  find: ({ analysis }, kind, channel) =>
    analysis?.find(isAlgorithm(kind) ? kind : undefined, Number(channel) || undefined),
  lose: ({ analysis, recorder }, channel, on) => (analysis ?? recorder)?.lose(Number(channel) || 1, on !== 'off'),
  cover: ({ capturing }, on) => capturing?.cover(on === 'on'),
  code: ({ scanner }, code) => scanner?.scan(code).then(answer => console.log(JSON.stringify(answer))),
  force: ({ cards, doors, space }, at) =>
    space ? space.force(Number(at) || 45) : cards && doors?.force(Number(at) || 1),
  intrude: ({ lane }, on) => lane?.intrude(on === 'on'),
  event: ({ deviceClass, device, motion }, name) =>
    classes.get(deviceClass)?.events[name] && device.event(name, { ...motion?.named(), guid: randomUUID() }),
  drain: ({ space }, percent) => space?.drain(Number(percent) || 10),
  hold: ({ cards, doors }, door) => cards && doors?.open(Number(door) || 1, 25_000),
  fire: ({ cards, doors }, on) => cards && doors?.fire(on === 'on', '模拟 simulated'),
  trip: ({ zones }, zone) => zones?.trip(Number(zone) || 1),
  restore: ({ zones }, zone) => zones?.restore(Number(zone) || 1),
  arm: ({ arming }, user) => arming?.keypad(1, Number(user) || 1),
  disarm: ({ arming }, user) => arming?.keypad(0, Number(user) || 1),
  drop: ({ device }, seconds) => device.link.drop((Number(seconds) || 10) * 1000),
}

export const statusOf = ({ deviceClass, device, faces, cards, libraries }: Simulated): object => ({
  device: device.name,
  deviceClass,
  online: device.link.online,
  waiting: device.link.waiting,
  ...(faces ? { people: [...faces.held.keys()] } : {}),
  ...(libraries ? { people: [...libraries.held.keys()], arming: libraries.arming } : {}),
  ...(cards ? { people: [...cards.held.keys()] } : {}),
  values: device.values(),
})
