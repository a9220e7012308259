/** The current route, for the shell and for pages that need more than their props. */
import { createContext, useContext } from 'react'
import type { RouteEntry } from '#console/app/routeTable.ts'

export type Routing = { table: readonly RouteEntry[]; isBuilt: (path: string) => boolean }
export const RoutingContext = createContext<Routing>({ table: [], isBuilt: () => false })
export const useRouting = (): Routing => useContext(RoutingContext)
