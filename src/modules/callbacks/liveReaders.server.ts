/** Who gets live messages about deliveries. */
import { liveReaders } from '#server/liveReaders.ts'
import { callback, delivery } from './callback.noun.ts'

export const deliveryReaders = liveReaders('delivery', [delivery.key, callback.key])
