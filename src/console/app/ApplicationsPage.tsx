/** The applications as cards; a card leads into its application. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { navigate } from '#console/kit/navigation.ts'

const pieces: LensPieces = { title: ['应用', 'Applications'], onOpen: row => navigate(`/applyLayout/${row.id}`) }

export const ApplicationsPage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
