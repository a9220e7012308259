/** A protocol as people choose it: the language that devices speak, whatever carries it. */
import type { Text } from '#base/text.ts'

export interface Protocol {
  /** What models store and claims carry, for example `alink`. */
  key: string
  label: Text
}
export const defineProtocol = (key: string, spec: Omit<Protocol, 'key'>): Protocol => ({ key, ...spec })
