/** Encodes messages to a device as an Alink topic and payload. */
import type { DeviceIdentity } from '#model/gate.ts'
import type { Downlink } from '#model/message.ts'
import type { JsonObject } from './payload.ts'
import { jsonPublish, type Publish, SUCCESS } from './reply.ts'
import { eventReplyTopic, serviceTopic, setTopic } from './topic.ts'
import { writeUnlinked } from './topology.ts'

/** An id as the device wrote it, digit for digit. */
const idIn = (json: string): unknown => (json.startsWith('"') ? (JSON.parse(json) as string) : JSON.rawJSON(json))

const request = (topic: string, id: string, body: JsonObject): Publish => ({
  ...jsonPublish(topic, { id, version: '1.0', ...body }),
  request: { replyTopic: `${topic}_reply`, id },
})

/**
 * One downlink, ready to publish. `expireAt` (epoch milliseconds) is the instant after which the device must
 * refuse: among the parameters of a service, but beside those of a set, where every parameter is a property.
 * Throws when a question id is not one that this codec made.
 */
export function writeDownlink(identity: DeviceIdentity, downlink: Downlink): Publish {
  switch (downlink.kind) {
    case 'command':
      return request(serviceTopic(identity, downlink.identifier), downlink.commandId, {
        method: `thing.service.${downlink.identifier}`,
        params: { ...downlink.params, expireAt: downlink.expiresAt },
      })
    case 'set':
      return request(setTopic(identity), downlink.commandId, {
        method: 'thing.service.property.set',
        params: downlink.values,
        expireAt: downlink.expiresAt,
      })
    case 'unlinked':
      return writeUnlinked(identity, downlink)
    case 'answer': {
      const cut = downlink.questionId.indexOf('/')
      const identifier = downlink.questionId.slice(0, cut)
      if (cut < 1) throw new Error(`not a question of Alink: ${downlink.questionId}`)
      return jsonPublish(eventReplyTopic(identity, identifier), {
        id: idIn(downlink.questionId.slice(cut + 1)),
        code: SUCCESS,
        data: downlink.data,
        message: 'success',
        method: `thing.event.${identifier}.post`,
        version: '1.0',
      })
    }
  }
}
