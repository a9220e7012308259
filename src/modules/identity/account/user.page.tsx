/** Accounts, with their open sessions, and the organisation's security policy. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { user } from './user.noun.ts'

const SessionsDialog = lazy(async () => (await import('../page/SessionsDialog.tsx')).SessionsDialog)
const PolicyDialog = lazy(async () => (await import('../page/PolicyDialog.tsx')).PolicyDialog)

const pieces: LensPieces<typeof user> = { dialogs: { endSessions: SessionsDialog, setPolicy: PolicyDialog } }

export const UserPage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
