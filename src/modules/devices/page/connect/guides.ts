/** How devices are connected, by protocol; declared in the folder of each. */
import type { Text } from '#base/text.ts'
import { PROTOCOL_CHOICES } from '#devices/generated/choices.ts'
import { all } from '#devices/generated/guides.ts'
import type { Guide } from '#model/protocol.ts'

const isGuide = (value: unknown): value is Guide => typeof value === 'object' && value !== null && 'examples' in value

export const guides: ReadonlyMap<string, Guide> = new Map(all.filter(isGuide).map(guide => [guide.protocol, guide]))

export const protocolLabel = (key: string): Text => {
  const [, zh, en] = PROTOCOL_CHOICES[key as keyof typeof PROTOCOL_CHOICES]
  return [zh, en]
}
