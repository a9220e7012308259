/** Repeats a transaction that PostgreSQL has aborted as a deadlock: nothing of it is stored, and the other one has its locks. */
import { setTimeout as wait } from 'node:timers/promises'

const TRIES = 3
/** Deadlocks, and transactions that could not be put in one order with another. */
const IN_EACH_OTHERS_WAY = new Set(['40P01', '40001'])

/**
 * Runs `transaction` again while it ends in a deadlock, at most three times in all; throws the last error. What it
 * does besides its statements must be right when done twice, as after a request that its caller sends again.
 */
export async function repeatDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await transaction()
    } catch (error) {
      if (tries === TRIES || !IN_EACH_OTHERS_WAY.has((error as { code?: string }).code ?? '')) throw error
      // The other one has had to wait for a second as well, and is nearly done.
      await wait(20 * tries)
    }
}
