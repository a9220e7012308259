/** The applications as cards; a card leads into its application, or goes on to the page whose address named none. */
import { APPLICATIONS } from '#base/subjectTexts.ts'
import { useMemo } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { OwnApplications } from '#console/app/OwnApplications.tsx'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { navigate } from '#console/kit/navigation.ts'

const all: LensPieces = { title: APPLICATIONS, onOpen: row => navigate(`/applyLayout/${row.id}`) }

/** The page at this address, which lacks its application. What is searched for among the cards later is not taken there. */
const within =
  ({ pathname, search }: Location) =>
  (id: string): string =>
    `${pathname.replace(/\/+$/, '')}/${id}${search}`

const choosing = (hrefOf: (id: string) => string): LensPieces => ({
  title: ['选择应用', 'Choose an application'],
  onOpen: row => navigate(hrefOf(row.id)),
})

export const ApplicationsPage = (props: PageProps) => {
  const path = useRouterState({ select: state => state.location.pathname })
  const hrefOf = useMemo(() => (/^\/(home|commonHome)\/apply\/?$/.test(path) ? undefined : within(location)), [path])
  const pieces = useMemo(() => (hrefOf ? choosing(hrefOf) : all), [hrefOf])
  if (!can('application:list')) return <OwnApplications hrefOf={hrefOf} />
  return <LensPage {...props} pieces={pieces} />
}
