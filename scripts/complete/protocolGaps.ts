/** What is missing of protocols: who speaks them, how a device is connected, and its simulator. */
import type { DeviceClass } from '#model/device.ts'
import type { Protocol } from '#model/protocol.ts'

interface Known {
  /** Protocols with a guide, and with a simulated wire. */
  guided: readonly string[]
  simulated: readonly string[]
  classes: readonly Pick<DeviceClass, 'protocols'>[]
}
/** What devices made of abilities are simulated in, with the messages of the platform's own protocol. */
const OWN_TRANSPORTS: readonly Protocol['transport'][] = ['MQTT', 'WebSocket']

/** One line for each, with what to do. */
export function protocolGaps(protocols: readonly Protocol[], { guided, simulated, classes }: Known): string[] {
  const spoken = new Set(classes.flatMap(one => one.protocols))
  return protocols.flatMap(({ key, label, transport, carries }) => {
    const folder = `src/protocols/${key}`
    return [
      ...(label.every(text => text) ? [] : [`${folder}/protocol.ts: its label lacks a language`]),
      ...(carries || spoken.has(key) ? [] : [`${folder}: no class of src/devices names it in its protocols`]),
      ...(carries || guided.includes(key) ? [] : [`${folder}/guide.ts: how a device is connected (defineGuide)`]),
      ...(OWN_TRANSPORTS.includes(transport) || simulated.includes(key)
        ? []
        : [`src/simulators/wires/${key}.ts: its simulated device (defineWire)`]),
    ]
  })
}
