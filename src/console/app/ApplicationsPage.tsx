/** The applications as cards; a card leads into its application, or goes on to the page whose address named none. */
import { useState } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { navigate } from '#console/kit/navigation.ts'

const all: LensPieces = { title: ['应用', 'Applications'], onOpen: row => navigate(`/applyLayout/${row.id}`) }

/** For the page at this address, which lacks its application. */
const choosing = ({ pathname, search }: Location): LensPieces => ({
  title: ['选择应用', 'Choose an application'],
  onOpen: row => navigate(`${pathname.replace(/\/+$/, '')}/${row.id}${search}`),
})

export const ApplicationsPage = (props: PageProps) => {
  const [pieces] = useState(() =>
    /^\/(home|commonHome)\/apply\/?$/.test(location.pathname) ? all : choosing(location),
  )
  return <LensPage {...props} pieces={pieces} />
}
