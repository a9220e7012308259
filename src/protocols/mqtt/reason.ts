/** MQTT 5's reason codes that this server sends, checks or translates (2.4), and their equivalents in 3.1.1. */
import type { CloseReason, RefusalReason } from '#model/gate.ts'

export const reason = {
  success: 0x00,
  noMatchingSubscribers: 0x10,
  disconnectWithWill: 0x04,
  noSubscriptionExisted: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  clientIdNotValid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverBusy: 0x89,
  banned: 0x8a,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicNameInvalid: 0x90,
  packetIdInUse: 0x91,
  packetIdNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  retainNotSupported: 0x9a,
  qosNotSupported: 0x9b,
  sharedNotSupported: 0x9e,
  subscriptionIdsNotSupported: 0xa1,
} as const

export type ReasonCode = (typeof reason)[keyof typeof reason]

/** Why a CONNECT was refused: the platform's reasons and those of the MQTT server. */
export type Refusal =
  | RefusalReason
  | 'badClientId'
  | 'badCredentials'
  | 'certificateMismatch'
  | 'unavailable'
  | 'willRefused'
  | 'unsupportedVersion'
  | 'badMethod'
  | 'retain'
  | 'qos'

/**
 * Temporary refusals. They close the connection without CONNACK, as the standard allows: widespread clients treat
 * every refusal in CONNACK as final, and a device that connected during a short outage would not connect again.
 */
const PASSING = ['flapping', 'busy', 'unavailable'] as const
type Passing = (typeof PASSING)[number]
export const isPassing = (why: Refusal): why is Passing => (PASSING as readonly Refusal[]).includes(why)

/** The CONNACK of all other refusals: the reason code of 5 (3.2.2.2) and the return code of 3.1.1 (3.2.2.3). */
export const connackCode: Record<Exclude<Refusal, Passing>, readonly [v5: ReasonCode, v4: number]> = {
  unknownDevice: [reason.badUserNameOrPassword, 4],
  badSecret: [reason.badUserNameOrPassword, 4],
  badCredentials: [reason.badUserNameOrPassword, 4],
  certificateMismatch: [reason.notAuthorized, 5],
  disabled: [reason.notAuthorized, 5],
  blacklisted: [reason.banned, 5],
  willRefused: [reason.notAuthorized, 5],
  badClientId: [reason.clientIdNotValid, 2],
  unsupportedVersion: [reason.unsupportedVersion, 1],
  badMethod: [reason.badAuthenticationMethod, 5],
  retain: [reason.retainNotSupported, 5],
  qos: [reason.qosNotSupported, 5],
}

/** The DISCONNECT with which the server ends a session of MQTT 5. */
export const disconnectCode: Record<Exclude<CloseReason, 'disconnect' | 'networkError'>, ReasonCode> = {
  keepAlive: reason.keepAliveTimeout,
  takenOver: reason.sessionTakenOver,
  protocolError: reason.protocolError,
  topicRefused: reason.notAuthorized,
  kicked: reason.administrativeAction,
  commandTimeout: reason.administrativeAction,
  serverStop: reason.serverShuttingDown,
}
