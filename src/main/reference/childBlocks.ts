/** Devices behind a gateway: how it logs them in, and what it is answered. */
import { MEANING } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import { alinkLogin } from '#protocols/alink/guide.ts'
import { BEHIND_ITSELF, NO_SESSION, PARAMS_ERROR, SUCCESS } from '#protocols/alink/reply.ts'
import { childErrorTopic, topologyTopic } from '#protocols/alink/topic.ts'
import { TOPOLOGY_MAX } from '#protocols/alink/topology.ts'
import { defaultLimits } from '#protocols/mqtt/limits.ts'
import { childCode, childEndCode, type ChildRefusal, topologyCode } from '#protocols/mqtt/reason.ts'
import { table, type Block, type PageContext } from './blocks.ts'
import { EXAMPLE } from './exchange.ts'

type Translate = PageContext['translate']
const GATEWAY = { productKey: 'pkGateway1', deviceName: 'GW-0001' }
const { childrenMax, childLoginsPerMin } = defaultLimits

const WHY: Record<ChildRefusal, Text> = {
  unknownDevice: ['没有登记这台子设备', 'The device is not registered'],
  badSecret: ['签名不是用子设备的密钥算的', 'The signature was not made with the device’s own secret'],
  disabled: ['子设备已禁用', 'The device is disabled'],
  notGateway: ['这条连接的设备，型号不是网关', 'The connected device’s model is not a gateway'],
  otherApplication: ['子设备与网关不在同一应用', 'Device and gateway are not in the same application'],
  nestedGateway: ['子设备自己是网关', 'The device is a gateway itself'],
  gatewayFull: [`一台网关最多 ${childrenMax} 台子设备`, `A gateway has ${childrenMax} devices at most`],
  onlyBehind: ['只能经由网关接入', 'It connects through a gateway only'],
  flapping: ['子设备登录过于频繁', 'The device logs in too often'],
  busy: ['平台忙，稍后再登录', 'The platform is busy; log it in again later'],
  unavailable: ['平台暂时不能判断，稍后再登录', 'The platform cannot judge it now; log it in again later'],
}

function loginExample(): string {
  const { productKey, deviceName } = EXAMPLE
  const sign = alinkLogin(EXAMPLE).password
  const params = { productKey, deviceName, clientId: `${productKey}.${deviceName}`, signMethod: 'hmacSha256', sign }
  return [
    `/ext/session/${GATEWAY.productKey}/${GATEWAY.deviceName}/combine/login`,
    JSON.stringify({ id: '1', params }, null, 2),
  ].join('\n')
}

export function childBlocks(translate: Translate): Block[] {
  const codes: [number, Text][] = [
    [SUCCESS, ['已登录，或已登出', 'Logged in, or logged out']],
    [PARAMS_ERROR, ['少了参数，或签名方式不提供', 'A parameter is missing, or the signature method is not offered']],
    [NO_SESSION, ['登出时：它没有登录', 'On logout: it was not logged in']],
    ...Object.entries(childCode)
      .filter(([why]) => why !== 'onlyBehind')
      .map(([why, [code]]): [number, Text] => [code, WHY[why as ChildRefusal]]),
  ]
  return [
    { kind: 'heading', text: translate(['经由网关接入的子设备', 'Devices behind a gateway']) },
    {
      kind: 'text',
      text: translate([
        `网关（型号的节点类型为「网关设备」）在自己的连接上逐台登录子设备：签名用子设备自己的密钥，内容与连接时相同；带 \`timestamp\` 时也参与签名。登录后，子设备用自己的主题上报和接收指令，如同自己连接；一条连接最多 ${childrenMax} 台，每分钟最多 ${childLoginsPerMin} 次登录。子设备须与网关在同一应用，或都未绑定。网关断开时，它的子设备一起离线，重连后要重新登录。`,
        `A gateway (its model’s node type is “Gateway”) logs in the devices behind it one by one on its own connection: each is signed with the device’s own secret, over the same text as when connecting, including \`timestamp\` where there is one. From then on the device reports and receives commands on its own topics, as if it were connected itself; one connection carries up to ${childrenMax} devices and ${childLoginsPerMin} logins a minute. Device and gateway must be in the same application, or neither bound. When the gateway disconnects, the devices behind it go offline too, and must be logged in again.`,
      ]),
    },
    { kind: 'code', title: translate(['登录一台子设备', 'Logging in a device']), code: loginExample() },
    {
      kind: 'text',
      text: translate([
        `答复在 \`…/combine/login_reply\`。登出发布到 \`…/combine/logout\`，参数只有 productKey 与 deviceName。平台结束某台子设备的会话时，在 \`${childErrorTopic(GATEWAY)}\` 告知网关：在别处登录为 ${childEndCode.takenOver[0]}，已解除为 ${childEndCode.unlinked[0]}，其他（被断开、禁用）为 ${NO_SESSION}；子设备登录前的发布不会被存储。`,
        `The reply comes on \`…/combine/login_reply\`. To log out, publish productKey and deviceName to \`…/combine/logout\`. When the platform ends the session of one device, it tells the gateway on \`${childErrorTopic(GATEWAY)}\`: ${childEndCode.takenOver[0]} when it came another way, ${childEndCode.unlinked[0]} when it was unlinked, ${NO_SESSION} otherwise (disconnected, disabled); what is published for a device that is not logged in is not stored.`,
      ]),
    },
    ...topologyBlocks(translate),
    table(
      [translate(['码', 'Code']), translate(MEANING)],
      codes.map(([code, why]) => [`\`${code}\``, translate(why)]),
    ),
  ]
}

function topologyBlocks(translate: Translate): Block[] {
  const thing = `/sys/${GATEWAY.productKey}/${GATEWAY.deviceName}/thing/topo`
  const [badSign, full] = [topologyCode.badSecret[0], topologyCode.gatewayFull[0]]
  return [
    {
      kind: 'text',
      text: translate([
        `登录之前可以先添加拓扑关系，但不是必需：向 \`${thing}/add\` 发布子设备列表（一次最多 ${TOPOLOGY_MAX} 台），每台的签名与登录时相同。答复的 \`data\` 列出已添加的，\`message\` 写明其余各台的原因；\`topo/delete\` 移除，\`topo/get\` 查询。登录也会建立同样的关系。有人在控制台解除后，平台在 \`${topologyTopic(GATEWAY)}\` 告知网关（status 为 1）。其中签名不对为 ${badSign}，添加自己为 ${BEHIND_ITSELF}，网关已满为 ${full}，其余与登录相同。`,
        `Before a login the devices may be added, but need not be: publish a list of them (up to ${TOPOLOGY_MAX}) to \`${thing}/add\`, each signed as for a login. The \`data\` of the reply lists those that were added, its \`message\` why the others were not; \`topo/delete\` removes them and \`topo/get\` lists them. A login makes the same relation. When somebody unlinks a device in the console, the gateway is told on \`${topologyTopic(GATEWAY)}\` (status 1). Here a wrong signature is ${badSign}, the gateway itself ${BEHIND_ITSELF}, a full gateway ${full}; otherwise the codes are those of a login.`,
      ]),
    },
  ]
}
