/** The applications as cards; a card leads into its application, or goes on to the page whose address named none. */
import { APPLICATIONS } from '#base/subjectTexts.ts'
import { useMemo } from 'react'
import { useRouterState } from '@tanstack/react-router'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { navigate } from '#console/kit/navigation.ts'

const all: LensPieces = { title: APPLICATIONS, onOpen: row => navigate(`/applyLayout/${row.id}`) }

/** For the page at this address, which lacks its application. What is searched for among the cards later is not taken there. */
const choosing = ({ pathname, search }: Location): LensPieces => ({
  title: ['选择应用', 'Choose an application'],
  onOpen: row => navigate(`${pathname.replace(/\/+$/, '')}/${row.id}${search}`),
})

export const ApplicationsPage = (props: PageProps) => {
  const path = useRouterState({ select: state => state.location.pathname })
  const pieces = useMemo(() => (/^\/(home|commonHome)\/apply\/?$/.test(path) ? all : choosing(location)), [path])
  return <LensPage {...props} pieces={pieces} />
}
