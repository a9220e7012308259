/** The cache of server data: emptied at the end of the session, fetched again after a change of language. */
import { QueryClient } from '@tanstack/react-query'
import { onReconnect } from '#console/data/offline.ts'
import { RequestError } from '#console/data/request.ts'
import { onSessionEnd } from '#console/data/session.ts'

export const queries = new QueryClient({
  defaultOptions: {
    // Calls fail at once without a network: a postponed call would leave the rows of another page on the screen.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // A refusal would be repeated; only a missing answer is worth another attempt.
      retry: (count, error) => !(error instanceof RequestError) && count < 1,
    },
  },
})
onSessionEnd(() => queries.clear())
onReconnect(() => void queries.invalidateQueries())

/** Queries that contain neither rows nor figures of rows. */
const APART = new Set(['/api/job'])

/**
 * After a change of rows of a noun its lists, trees and views are fetched again, and with them all other data on screen,
 * because other rows contain counts of these, such as the people of an organisation. Hidden data is fetched when it is shown.
 */
export const invalidateRows = (api: string): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [of] }) =>
      of === api || (typeof of === 'string' && of.startsWith('/api/') && !APART.has(of)),
  })
