/** Distinguishes an unavailable database from a wrong statement. */
import { CommitsHang } from './commitPlaces.ts'
import { DatabaseAway } from './connections.ts'

/** Codes that say that the server has stopped, is stopping or out of space. */
const DOWN = /^(57P0[1-5]|08...|53...|25006)$/
/** Codes of the network. */
const AWAY = new Set(
  'ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN NO_PRIMARY'.split(' '),
)
export const isDown = (error: unknown): boolean => {
  if (error instanceof DatabaseAway || error instanceof CommitsHang) return true
  const { code, message } = error as { code?: string; message?: string }
  return (
    DOWN.test(code ?? '') ||
    AWAY.has(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout/.test(
      message ?? '',
    )
  )
}
