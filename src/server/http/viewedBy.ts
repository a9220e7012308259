/** The role as which a request asks to look at the console; it can only narrow what the caller may do. */
import type { FastifyRequest } from 'fastify'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'

const VIEW_AS = 'x-view-as'

/** The id of the role; undefined without the header. */
export function viewedBy({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = headers[VIEW_AS]
  if (given === undefined) return undefined
  if (!isId(given)) throw new Refusal('forbidden')
  return String(given)
}
