/** A protocol as offered in the console: the language that devices speak, on whatever transport. */
import type { Text } from '#base/text.ts'

export interface Protocol {
  /** The key stored in device models and given in claims, for example `alink`. */
  key: string
  label: Text
}
export const defineProtocol = (key: string, spec: Omit<Protocol, 'key'>): Protocol => ({ key, ...spec })
