/** MQTT 5's reason codes that this server sends, checks or translates (2.4), and their equivalents in 3.1.1. */
import { BEHIND_MAX, type CloseReason, type RefusalReason } from '#model/gate.ts'
import { NO_SESSION, NO_TOPOLOGY, TOO_MANY_CHILDREN, TOO_OFTEN } from '#protocols/alink/reply.ts'

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
type Code = readonly [code: number, message: string]

/**
 * The code and words of a login's reply: of Aliyun's "Error codes for sub-device development", which were compared with these
 * in November 2026. 521, for a device that is removed, is not used: here such a device is unknown.
 */
export const childCode: Record<ChildRefusal, Code> = {
  unknownDevice: [6100, 'no such device'],
  badSecret: [6287, 'the sign is not of this device'],
  disabled: [522, 'the device is disabled'],
  notGateway: [NO_TOPOLOGY, 'the model of the connected device is not a gateway'],
  otherApplication: [NO_TOPOLOGY, 'device and gateway are not in the same application'],
  nestedGateway: [NO_TOPOLOGY, 'a gateway is not behind a gateway'],
  gatewayFull: [TOO_MANY_CHILDREN, `more than ${BEHIND_MAX} devices behind the gateway`],
  onlyBehind: [NO_TOPOLOGY, 'the device is reached through a gateway only'],
  flapping: [TOO_OFTEN, 'the device logs in too often'],
  busy: [TOO_OFTEN, 'too many logins at the moment'],
  unavailable: [500, 'the platform cannot judge the login now'],
}
/**
 * The same for `thing/topo/add`, which has codes of its own: 401 of "Manage topological relationships", 6400 of the error codes
 * in Aliyun's SDKs.
 */
export const topologyCode: Record<ChildRefusal, Code> = {
  ...childCode,
  badSecret: [401, childCode.badSecret[1]],
  gatewayFull: [6400, childCode.gatewayFull[1]],
}
export const NO_TOPOLOGY_CODE: Code = [NO_TOPOLOGY, 'not behind this gateway']
/** What a gateway receives on /ext/error when a session behind it ends, of the page above. A device that is kicked may be disabled (522) or not. */
export const childEndCode: Record<'takenOver' | 'unlinked', Code> = {
  takenOver: [427, 'device connect in elsewhere'],
  unlinked: [NO_TOPOLOGY, 'topo relation not exist'],
}
export const NO_SESSION_CODE: Code = [NO_SESSION, 'device no session']
export const endCodeOf = (why: CloseReason): Code =>
  why === 'takenOver' || why === 'unlinked' ? childEndCode[why] : NO_SESSION_CODE

/**
 * Temporary refusals. They close the connection without CONNACK, as the standard allows: widespread clients treat
 * every refusal in CONNACK as final, and a device that connected during a short outage would not connect again.
 */
const PASSING = ['flapping', 'busy', 'unavailable'] as const
type Passing = (typeof PASSING)[number]
/** Refusals of devices behind a gateway alone. */
type BehindGateway = 'notGateway' | 'otherApplication' | 'nestedGateway' | 'gatewayFull'
export const isPassing = (why: Refusal): why is Passing => (PASSING as readonly Refusal[]).includes(why)

/** The CONNACK of all other refusals: the reason code of 5 (3.2.2.2) and the return code of 3.1.1 (3.2.2.3). */
export const connackCode: Record<Exclude<Refusal, Passing | BehindGateway>, readonly [v5: ReasonCode, v4: number]> = {
  unknownDevice: [reason.badUserNameOrPassword, 4],
  badSecret: [reason.badUserNameOrPassword, 4],
  badCredentials: [reason.badUserNameOrPassword, 4],
  certificateMismatch: [reason.notAuthorized, 5],
  disabled: [reason.notAuthorized, 5],
  onlyBehind: [reason.notAuthorized, 5],
  willRefused: [reason.notAuthorized, 5],
  badClientId: [reason.clientIdNotValid, 2],
  unsupportedVersion: [reason.unsupportedVersion, 1],
  badMethod: [reason.badAuthenticationMethod, 5],
  retain: [reason.retainNotSupported, 5],
  qos: [reason.qosNotSupported, 5],
}

/** Without a DISCONNECT; the last two are of devices behind a gateway. */
type Silent = 'disconnect' | 'networkError' | 'gateway' | 'unlinked'
/** The DISCONNECT with which the server ends a session of MQTT 5. */
export const disconnectCode: Record<Exclude<CloseReason, Silent>, ReasonCode> = {
  keepAlive: reason.keepAliveTimeout,
  takenOver: reason.sessionTakenOver,
  protocolError: reason.protocolError,
  topicRefused: reason.notAuthorized,
  kicked: reason.administrativeAction,
  commandTimeout: reason.administrativeAction,
  serverStop: reason.serverShuttingDown,
}
