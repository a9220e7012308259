/** The one cache of server state; it is emptied when the session ends and asked anew when the language changes. */
import { QueryClient } from '@tanstack/react-query'
import { onBack } from '#console/data/away.ts'
import { RequestError } from '#console/data/request.ts'
import { onSessionEnd } from '#console/data/session.ts'

export const queries = new QueryClient({
  defaultOptions: {
    // A call without a network fails and says so; one that was put off would leave the rows of another page in its place.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // What was refused is refused again; only silence is worth a second try.
      retry: (count, error) => !(error instanceof RequestError) && count < 1,
    },
  },
})
onSessionEnd(() => queries.clear())
onBack(() => void queries.invalidateQueries())

/** Not rows, and no figure of rows. */
const APART = new Set(['/api/job'])

/**
 * After a change of rows of a noun: its lists, trees and views are asked again, and with them whatever else is on screen,
 * because other rows count these: an organisation its people, a type its devices. What is not on screen is asked when it is shown.
 */
export const touched = (api: string): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [of] }) =>
      of === api || (typeof of === 'string' && of.startsWith('/api/') && !APART.has(of)),
  })
