/** The parts of a page of the reference, in one language. Texts may contain `code` between backticks. */
import { EXAMPLE, fill, topicOf, type Act, type Exchange, type Slot, type Step } from './exchange.ts'
import type { Translate } from './words.ts'

export interface WireMessage {
  who: 'device' | 'platform' | 'person' | 'outcome'
  /** `CONNECT`, `PUBLISH`; empty for actions of people. */
  packet: string
  topic?: string
  qos?: number
  payload?: string
  note?: string
}
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'code'; title?: string; code: string }
  | { kind: 'exchange'; messages: readonly WireMessage[] }
  /** Collapsed until it is opened. */
  | { kind: 'more'; title: string; name?: string; blocks: readonly Block[] }
export interface Page {
  slug: string
  title: string
  summary: string
  blocks: readonly Block[]
}
export interface PageContext {
  translate: Translate
  /** The address at which devices reach this installation. */
  host: string
  mqttPort: number
  /** Null where TLS is not offered. */
  mqttsPort: number | null
}

export const table = (columns: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  columns,
  rows,
})
/** Pages show the example of every slot, and the names of the example device. */
const shown = (one: Slot): unknown =>
  one.$slot === 'productKey' || one.$slot === 'deviceName' ? EXAMPLE[one.$slot] : one.example

export const drawn = ({ steps }: Exchange, translate: Translate): Block => ({
  kind: 'exchange',
  messages: steps.map(step => messages(step, translate)),
})
function messages(step: Step, translate: Translate): WireMessage {
  const note = 'note' in step && step.note ? { note: translate(step.note) } : {}
  switch (step.kind) {
    case 'connect':
      return { who: 'device', packet: 'CONNECT', ...note }
    case 'connack': {
      const hex = `0x${step.v5.toString(16).padStart(2, '0')}`
      const code =
        step.v4 === step.v5 ? '0' : translate([`3.1.1：${step.v4}；5：${hex}`, `3.1.1: ${step.v4}; 5: ${hex}`])
      return { who: 'platform', packet: 'CONNACK', payload: code, ...note }
    }
    case 'leave':
      return { who: 'device', packet: translate(['断开', 'Disconnects']), ...note }
    case 'person':
      return { who: 'person', packet: '', ...actPayload(step.act), ...note }
    case 'outcome':
      return { who: 'outcome', packet: '', ...note }
    default:
      return {
        who: step.kind,
        packet: 'PUBLISH',
        topic: topicOf(step.topic, EXAMPLE),
        qos: step.qos,
        payload: JSON.stringify(fill(step.body, shown), null, 2),
        ...note,
      }
  }
}
const actPayload = (act: Act): { topic?: string } => (act.kind === 'command' ? { topic: act.identifier } : {})

/** All text of a page, for searching. */
export const plainText = (blocks: readonly Block[]): string =>
  blocks
    .map(block => {
      switch (block.kind) {
        case 'heading':
        case 'text':
          return block.text
        case 'list':
          return block.items.join(' ')
        case 'table':
          return [...block.columns, ...block.rows.flat()].join(' ')
        case 'code':
          return block.code
        case 'exchange':
          return block.messages.map(one => `${one.topic ?? ''} ${one.note ?? ''}`).join(' ')
        case 'more':
          return `${block.title} ${block.name ?? ''} ${plainText(block.blocks)}`
      }
    })
    .join(' ')
    .replaceAll('`', '')
