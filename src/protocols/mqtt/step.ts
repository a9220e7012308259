/** One MQTT session as a pure function: `step(state, input, now)` returns the next state and the outputs. */
import type { ClientPacket } from './packet.ts'
import { answered, childOpened, childRefused, endChild } from './children.ts'
import { connect, opened } from './connecting.ts'
import { disconnect, end, gone, malformed, refuse, tick, write } from './ending.ts'
import { publish, release, settle } from './receiving.ts'
import { reason } from './reason.ts'
import { acknowledged, send } from './sending.ts'
import { subscribe, unsubscribe } from './subscribing.ts'
import type { Input, State, Step } from './state.ts'

/** `now` is in epoch milliseconds. Inputs that come too late for the phase change nothing. */
export function step(state: State, input: Input, now: number): Step {
  switch (input.kind) {
    case 'packet':
      return receive(state, input.packet, now)
    case 'malformed':
      return malformed(state, input.code, input.version)
    case 'opened':
      if (state.phase === 'opening') return opened(state, input.identity, now)
      // The device disconnected while the platform decided. The session exists all the same and must be closed.
      if (state.phase === 'gone') return [state, [{ kind: 'closed', reason: state.endReason ?? 'networkError' }]]
      return [{ ...state, identity: input.identity, will: undefined }, []]
    case 'refused':
      return state.phase === 'opening' ? refuse(state, input.reason) : [state, []]
    case 'stored':
      return state.phase === 'connected'
        ? settle(state, input.seq, { ...input, code: reason.success }, now)
        : [state, []]
    case 'takeFailed':
      // Nothing was stored: no acknowledgement, and the device sends again after it has reconnected.
      return end(state, 'serverStop', reason.serverBusy)
    case 'send':
      return send(state, input.token, input.downlink, now, input.child)
    case 'childOpened':
      return childOpened(state, input.no, input.identity)
    case 'childRefused':
      return childRefused(state, input.no, input.reason)
    case 'childClose':
      return endChild(state, input.no, input.reason, input.how)
    case 'answered':
      return answered(state, input.publish)
    case 'tick':
      return tick(state, input.held, now)
    case 'close':
      return end(state, input.reason, undefined, input.how)
    case 'stop':
      // What is being stored is still acknowledged; then the last session is closed by `settle`.
      return state.phase === 'connected' && state.pending.length
        ? [{ ...state, stopping: true }, []]
        : end(state, 'serverStop')
    case 'gone':
      return gone(state, now)
  }
}

function receive(before: State, packet: ClientPacket, now: number): Step {
  if (before.phase === 'fresh') {
    if (packet.cmd === 'connect') return connect(before, packet, now)
    if (packet.cmd === 'foreignConnect') return refuse({ ...before, version: packet.answer }, 'unsupportedVersion')
    return end(before, 'protocolError')
  }
  if (before.phase !== 'connected') return [before, []]
  const state: State = { ...before, sinceMs: now }
  switch (packet.cmd) {
    case 'publish':
      return publish(state, packet, now)
    case 'puback':
      return acknowledged(state, packet.messageId, now)
    case 'pubrel':
      return release(state, packet.messageId)
    case 'subscribe':
      return subscribe(state, packet.messageId, packet.subscriptions, packet.properties)
    case 'unsubscribe':
      return unsubscribe(state, packet.messageId, packet.filters)
    case 'pingreq':
      return [state, [{ kind: 'alive' }, ...write(state, { cmd: 'pingresp' })]]
    case 'disconnect':
      return disconnect(state, packet.code, packet.sessionExpiryInterval)
    default:
      // PUBREC and PUBCOMP answer QoS 2, which is never sent; a second CONNECT was refused by the codec.
      return end(state, 'protocolError')
  }
}
