/** What we remember of a terminal while it calls: what it can do, which commands it has fetched, and whom it passed last. */
import { randomInt } from 'node:crypto'
import type { DeviceEvent, DeviceMessage } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import type { Fields } from './records.ts'
import type { Result, Returned } from './returns.ts'
import type { Query, Sent, Written } from './writeCommand.ts'
import type { Abilities } from './writeUser.ts'

/** A command whose lines are not all answered. */
interface Waiting {
  commandId: string
  expiresAt: number
  left: Set<string>
  written: Written
  /** By person: the first that failed of their lines. */
  results: Map<string, Result>
  /** Of the whole, where it names nobody. */
  result: Result
  keys: Set<string>
}

/** Commands that wait for their results: while so many do, no more are fetched. */
const WAITING_MAX = 32
/** Passages of which a picture may still come. */
const PASSED_MAX = 32
/** Of people that a terminal names. */
const KEYS_MAX = 100_000
/** Ids are numbers of 31 bits at most: firmware takes no longer ones. */
const IDS = 2_000_000_000

export class Terminal {
  /** Null until it says it: then it is asked. */
  abilities: Abilities | null = null
  asked = false
  registered = false
  /** It has the tables of attendance, and none of ours. */
  attends = false
  charset: 'utf-8' | 'gbk' = 'utf-8'
  private readonly byId = new Map<string, { waiting: Waiting; line: Sent }>()
  private readonly waiting = new Set<Waiting>()
  private readonly passed: { name: string; event: DeviceEvent }[] = []
  /** Whom it named last, for the pages that follow. */
  private named: { item: Query['item']; keys: readonly string[] } | null = null
  private lastId = randomInt(IDS)

  learn(options: Fields): void {
    const list = options.get('accsupportfunlist')
    if (list === undefined && !options.has('datefmtfunon')) return
    this.abilities = { seconds: options.get('datefmtfunon') === '1', cards: list?.[7] === '1' }
  }

  nextId(): string {
    this.lastId = (this.lastId % IDS) + 1
    return String(this.lastId)
  }

  /** Forgets what can no longer be answered in time; false while too many wait. */
  takesMore(now: number): boolean {
    for (const one of this.waiting)
      if (one.expiresAt < now) {
        this.waiting.delete(one)
        for (const id of one.left) this.byId.delete(id)
      }
    return this.waiting.size < WAITING_MAX
  }

  /** The lines with their ids. Nothing where the command is answered without the terminal: then `reply` has its answer. */
  send(commandId: string, expiresAt: number, written: Written): { lines: string[]; reply?: DeviceMessage } {
    const { query } = written
    const paged = query && query.page > 1 && this.named?.item === query.item
    const waiting: Waiting = {
      ...{ commandId, expiresAt, written, left: new Set(), results: new Map(written.refused) },
      ...{ result: { code: 0, msg: '' }, keys: new Set(paged ? this.named!.keys : []) },
    }
    if (paged || written.lines.length === 0) return { lines: [], reply: this.replyOf(waiting) }
    this.waiting.add(waiting)
    const lines = written.lines.map(line => {
      const id = this.nextId()
      waiting.left.add(id)
      this.byId.set(id, { waiting, line })
      return `C:${id}:${line.text}`
    })
    return { lines }
  }

  /** A page of what was queried. */
  name(commandLine: string, table: string, records: readonly Fields[]): void {
    const keys = this.byId.get(commandLine)?.waiting.keys
    if (!keys) return
    const { query } = this.byId.get(commandLine)!.waiting.written
    for (const fields of records) {
      const pin = fields.get('pin') ?? ''
      if (isHeld(query?.item, table, fields) && /^\w{1,32}$/.test(pin) && keys.size < KEYS_MAX) keys.add(pin)
    }
  }

  /** What a line returned; the reply to its command where it was the last. */
  returned({ id, result }: Returned): DeviceMessage | null {
    const found = this.byId.get(id)
    if (!found) return null
    this.byId.delete(id)
    const { waiting, line } = found
    waiting.left.delete(id)
    const counts = line.optional ? { code: 0, msg: '' } : result
    if (line.personId === undefined) {
      if (waiting.result.code === 0) waiting.result = counts
    } else if (!waiting.results.get(line.personId)?.code) waiting.results.set(line.personId, counts)
    if (waiting.left.size) return null
    this.waiting.delete(waiting)
    return this.replyOf(waiting)
  }

  private replyOf({ commandId, written, results, result, keys }: Waiting): DeviceMessage {
    const reply = (data: Params): DeviceMessage => ({
      ...{ kind: 'reply', commandId, code: result.code, data },
      ...(result.msg ? { message: result.msg } : {}),
    })
    const { query } = written
    if (written.names) return reply({ results: [...results].map(([personId, one]) => ({ personId, ...one })) })
    if (!query || result.code !== 0) return reply({})
    const all = [...keys]
    this.named = { item: query.item, keys: all }
    const page = all.slice((query.page - 1) * query.size, query.page * query.size)
    return reply({ items: page.map(personId => ({ personId })), total: all.length })
  }

  remember(name: string, event: DeviceEvent): void {
    this.passed.push({ name, event })
    if (this.passed.length > PASSED_MAX) this.passed.shift()
  }
  /** The passage that a picture is of. */
  passageOf(name: string): DeviceEvent | undefined {
    return this.passed.findLast(one => one.name === name)?.event
  }
}

/** A record of a person says by its fields what of them is stored. */
function isHeld(item: Query['item'] | undefined, table: string, fields: Fields): boolean {
  if (table !== 'user') return true
  if (item === 'pin') return (fields.get('password') ?? '') !== ''
  return item !== 'card' || !/^0*$/.test(fields.get('cardno') ?? '')
}
