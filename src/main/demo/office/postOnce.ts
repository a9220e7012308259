/** Creates a row through the public API, unless it exists. */
import { ApiRefusal, type PublicApi } from '#simulators/PublicApi.ts'

const EXISTS = /已存在$/

/** Null when it exists already. */
export async function postOnce<R extends { id: string }>(
  api: PublicApi,
  path: string,
  body: object,
): Promise<R | null> {
  return api.post<R>(path, body).catch((error: unknown) => {
    if (error instanceof ApiRefusal && EXISTS.test(error.body.msg ?? '')) return null
    throw error
  })
}
