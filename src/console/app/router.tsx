/** Builds the router from the route table: one shell, one route per entry, search kept as plain words in the address. */
import { useMemo, type ComponentType, type ReactNode } from 'react'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  useParams,
  useRouterState,
} from '@tanstack/react-router'
import { setShownZone } from '#base/time.ts'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import type { Params } from '#model/row.ts'
import { AreaPage } from '#console/app/AreaPage.tsx'
import { Broken, ErrorBoundary } from '#console/app/ErrorBoundary.tsx'
import { loadPage } from '#console/app/loadPage.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { appIdOf } from '#console/app/place.ts'
import { NotFound, NotYet } from '#console/app/rarePages.tsx'
import { builtPaths, routeTable, type RouteEntry } from '#console/app/routeTable.ts'
import type { Routing } from '#console/app/routing.ts'
import { Shell } from '#console/app/shell/Shell.tsx'
import { useApplication } from '#console/app/useApplication.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { LoadingOf } from '#console/kit/layout/SlowWords.tsx'
import { Waiting } from '#console/app/Waiting.tsx'
import type { ConsoleRegistry } from '#console/data/registry.ts'

export const consoleHistory = createBrowserHistory()

type Loader = () => Promise<ComponentType<PageProps>>

const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
/** The component of a page file: its default export, or the one named like the file. */
const componentIn = (module: Params, name: string): ComponentType<PageProps> => {
  const found = module.default ?? module[pascal(name)] ?? module[`${pascal(name)}Page`] ?? module[name]
  if (typeof found !== 'function' && typeof found !== 'object')
    throw new Error(`${name}.page.tsx exports no component named ${pascal(name)}`)
  return found as ComponentType<PageProps>
}

const pageOf = ({ nouns, lenses, classes, pages, prepare }: ConsoleRegistry, entry: RouteEntry): (() => ReactNode) => {
  const load: Loader =
    entry.as === 'page'
      ? async () => componentIn(await pages[entry.name]!(), entry.name)
      : entry.name === 'application'
        ? async () => (await import('#console/app/ApplicationsPage.tsx')).ApplicationsPage
        : async () => (await import('#console/crud/list/LensPage.tsx')).LensPage
  // Page and definitions come at the same time. A page without a lens may ask for any noun.
  const Ready = lazy(async () => {
    const [Page] = await loadPage(() =>
      Promise.all([load(), prepare(entry.lens?.of, entry.lens?.key, entry.deviceClass)]),
    )
    return ({ params }: { params: Record<string, string> }) => {
      const props = useMemo(
        (): PageProps => ({
          lens: entry.lens && lenses.get(entry.lens.key),
          noun: entry.lens && nouns.get(entry.lens.of),
          deviceClass: entry.deviceClass === undefined ? undefined : classes.get(entry.deviceClass),
          appId: params.appId,
          params,
        }),
        [params],
      )
      return <Page {...props} />
    }
  })
  return function RoutedPage() {
    const params = useParams({ strict: false }) as Record<string, string>
    const key = JSON.stringify(params)
    // The router makes a new object at each move; the page's props stay while its parameters do.
    const fixed = useMemo(() => params, [key])
    // Another application is another page: nothing of the one before may stay.
    return (
      <LoadingOf value={entry.lens?.label}>
        <WhileLoading show={<Waiting />}>
          <Ready key={key} params={fixed} />
        </WhileLoading>
      </LoadingOf>
    )
  }
}

const Framed = () => {
  const place = useRouterState({ select: state => state.matches.at(-1)?.pathname ?? '' })
  // What is shown is read by the clock of the place: another zone is another page.
  const zone = useApplication(appIdOf(place))?.zone ?? DEFAULT_ZONE
  setShownZone(zone)
  return (
    <Shell>
      <ErrorBoundary key={zone} place={place}>
        <Outlet />
      </ErrorBoundary>
    </Shell>
  )
}

/** `/apply/:templateId` → `/apply/$templateId` */
const dollar = (path: string): string => path.replace(/:(\w+)/g, '$$$1')

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
export const searchText = (search: Params): string => {
  const pairs = Object.entries(search).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  )
  return pairs.length ? `?${new URLSearchParams(pairs)}` : ''
}

export const makeRouter = (registry: ConsoleRegistry) => {
  const table = routeTable(registry)
  const root = createRootRoute({ component: Outlet, notFoundComponent: () => null })
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Framed })
  const pages = table.map(entry =>
    createRoute({
      getParentRoute: () => shell,
      path: dollar(entry.path),
      component:
        entry.as === 'area'
          ? () => <AreaPage area={entry.path} />
          : entry.as === 'none'
            ? () => <NotYet path={entry.path} />
            : pageOf(registry, entry),
    }),
  )
  const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound })
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([...pages, unknown])]),
    history: consoleHistory,
    parseSearch,
    stringifySearch: searchText,
    scrollRestoration: false,
    defaultPreload: false,
    // Of the frame itself: what fails in a page is caught beside it.
    defaultErrorComponent: Broken,
  })
  const routing: Routing = { table, isBuilt: builtPaths(table) }
  return { router, routing }
}
