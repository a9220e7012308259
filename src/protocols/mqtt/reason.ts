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

/** Why a device behind a gateway was refused. */
export type ChildRefusal = RefusalReason | 'unavailable'

/** The code and words of a login's reply: of Aliyun's "Connect sub-devices" and "Error codes for devices". */
export const childCode: Record<ChildRefusal, readonly [code: number, message: string]> = {
  unknownDevice: [6100, 'no such device'],
  badSecret: [6287, 'the sign is not of this device'],
  disabled: [522, 'the device is disabled'],
  blacklisted: [522, 'the device is on the block list'],
  notGateway: [6401, 'the model of the connected device is not a gateway'],
  otherApplication: [6401, 'device and gateway are not in the same application'],
  onlyBehind: [6401, 'the device is reached through a gateway only'],
  flapping: [429, 'the device logs in too often'],
  busy: [429, 'too many logins at the moment'],
  unavailable: [500, 'the platform cannot judge the login now'],
}

/**
 * Temporary refusals. They close the connection without CONNACK, as the standard allows: widespread clients treat
 * every refusal in CONNACK as final, and a device that connected during a short outage would not connect again.
 */
const PASSING = ['flapping', 'busy', 'unavailable'] as const
type Passing = (typeof PASSING)[number]
/** Refusals of devices behind a gateway alone. */
type BehindGateway = 'notGateway' | 'otherApplication'
export const isPassing = (why: Refusal): why is Passing => (PASSING as readonly Refusal[]).includes(why)

/** The CONNACK of all other refusals: the reason code of 5 (3.2.2.2) and the return code of 3.1.1 (3.2.2.3). */
export const connackCode: Record<Exclude<Refusal, Passing | BehindGateway>, readonly [v5: ReasonCode, v4: number]> = {
  unknownDevice: [reason.badUserNameOrPassword, 4],
  badSecret: [reason.badUserNameOrPassword, 4],
  badCredentials: [reason.badUserNameOrPassword, 4],
  certificateMismatch: [reason.notAuthorized, 5],
  disabled: [reason.notAuthorized, 5],
  blacklisted: [reason.banned, 5],
  onlyBehind: [reason.notAuthorized, 5],
  willRefused: [reason.notAuthorized, 5],
  badClientId: [reason.clientIdNotValid, 2],
  unsupportedVersion: [reason.unsupportedVersion, 1],
  badMethod: [reason.badAuthenticationMethod, 5],
  retain: [reason.retainNotSupported, 5],
  qos: [reason.qosNotSupported, 5],
}

/** The DISCONNECT with which the server ends a session of MQTT 5. */
export const disconnectCode: Record<Exclude<CloseReason, 'disconnect' | 'networkError' | 'gateway'>, ReasonCode> = {
  keepAlive: reason.keepAliveTimeout,
  takenOver: reason.sessionTakenOver,
  protocolError: reason.protocolError,
  topicRefused: reason.notAuthorized,
  kicked: reason.administrativeAction,
  commandTimeout: reason.administrativeAction,
  serverStop: reason.serverShuttingDown,
}
