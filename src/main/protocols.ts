/** All protocols of the product, collected from their folders; the server starts a listener of each. */
import type { Protocol } from '#model/protocol.ts'
import { all } from './generated/protocols.ts'
import { indexByKey } from './indexByKey.ts'

const isProtocol = (value: unknown): value is Protocol =>
  typeof value === 'object' && value !== null && 'transport' in value && 'listens' in value

export const protocols = indexByKey(all.filter(isProtocol), 'protocols')
