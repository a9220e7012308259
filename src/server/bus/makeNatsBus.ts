/** The bus of several machines: NATS carries the hints, and while it is unavailable every process polls. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type ConnectionOptions, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Params } from '#model/row.ts'
import type { Bus, Log } from '../ports.ts'
import { makeTopics } from './topics.ts'

const SUBJECT = 'portico.'
/** A hint only names what changed; anything longer was not sent by Portico. */
const LIMIT_BYTES = 64 * 1024
const RETRY_MS = 2_000
/** Two unanswered pings end a connection, so that a dead one is noticed within about 20 s. */
const PING_MS = 10_000

/** Connects in the background and keeps trying until `close`. */
export function makeNatsBus(url: string, log: Log): Bus & { close(): Promise<void> } {
  const topics = makeTopics()
  const stopping = new AbortController()
  let connection: NatsConnection | undefined
  let away = false

  const receive = (message: Msg): void => {
    const hint = hintOf(message.data)
    if (hint) topics.deliver(message.subject.slice(SUBJECT.length), hint)
    else log.warn({ subject: message.subject, bytes: message.data.length }, 'dropped a message that is not a hint')
  }

  /** Runs one connection until it ends. */
  const live = async (): Promise<void> => {
    const current = await connect(optionsOf(url))
    try {
      await subscribe(current, receive)
      if (stopping.signal.aborted) return
      connection = current
      if (away) log.info({}, 'NATS is back')
      away = false
      const error = await current.closed()
      if (error) throw error
    } finally {
      connection = undefined
      await current.close()
    }
  }
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const why = await live().then(
        () => 'closed',
        (error: Error) => error.message,
      )
      if (stopping.signal.aborted) return
      if (!away) log.warn({ error: why }, 'NATS is unavailable; meanwhile changes elsewhere are found by polling only')
      away = true
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = keep()

  return {
    publish(topic, message) {
      topics.deliverSoon(topic, message)
      // Not kept for later: a late hint has no value.
      if (connection) publishHint(connection, topic, message, log)
    },
    subscribe: topics.subscribe,
    async close() {
      stopping.abort()
      await connection?.close()
      await ended
    },
  }
}

/** Throws when the server refuses the subscription. */
async function subscribe(connection: NatsConnection, receive: (message: Msg) => void): Promise<void> {
  let refused: Error | undefined
  connection.subscribe(`${SUBJECT}>`, {
    callback: (error, message) => (error ? void (refused = error) : receive(message)),
  })
  // The server answers after it has processed the subscription.
  await connection.flush()
  if (refused) throw refused
}

function publishHint(connection: NatsConnection, topic: string, message: object, log: Log): void {
  try {
    const text = JSON.stringify(message)
    if (Buffer.byteLength(text) > LIMIT_BYTES) throw new Error(`more than ${LIMIT_BYTES} bytes`)
    connection.publish(SUBJECT + topic, text)
  } catch (error) {
    log.warn({ topic, error: (error as Error).message }, 'a hint could not be sent to other machines; dropped')
  }
}

function hintOf(data: Uint8Array): Params | null {
  if (data.length > LIMIT_BYTES) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : null
  } catch {
    return null
  }
}

/** `nats://host`, `nats://user:password@host:4222`, `nats://token@host`; with `tls://` the connection is encrypted. */
function optionsOf(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    // The client does not read credentials from the address.
    servers: host,
    ...(pass ? { user, pass } : user ? { token: user } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    name: 'portico',
    // Local subscribers already received them.
    noEcho: true,
    // The client's own reconnecting would queue what is published meanwhile.
    reconnect: false,
    ignoreClusterUpdates: true,
    timeout: 5_000,
    pingInterval: PING_MS,
    maxPingOut: 2,
  }
}
