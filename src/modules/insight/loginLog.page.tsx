/** 登录日志: who signed in, and in the second tab who did what; each is there for those who may read it. */
import type { PageProps } from '#console/app/PageProps.ts'
import type { TabPieces } from '#console/crud/layouts/LensTabs.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { operLog } from './operLog.noun.ts'

// The audit knows the words of every act, which those who look for a sign-in do not wait for.
const ObjectCell = lazy(async () => (await import('./page/auditCells.tsx')).ObjectCell)
const ChangesCell = lazy(async () => (await import('./page/auditCells.tsx')).ChangesCell)
const AuditDetails = lazy(async () => (await import('./page/AuditDetails.tsx')).AuditDetails)
const VerifyButton = lazy(async () => (await import('./page/VerifyButton.tsx')).VerifyButton)

const Verify = () => can('operLog:verify') && <VerifyButton />

const AUDIT: LensPieces<typeof operLog> = {
  columns: {
    object: { width: 128 },
    objectName: { grow: 1, render: row => <ObjectCell row={row} /> },
    changes: { grow: 1, render: row => <ChangesCell row={row} /> },
  },
  actions: <Verify />,
  drawer: row => (
    <WhileLoading show={<Skeleton lines={8} />}>
      <AuditDetails row={row} />
    </WhileLoading>
  ),
}
const TABS: TabPieces = { operLog: AUDIT as unknown as TabPieces[string] }

export const LoginLog = (props: PageProps) => <LensPage {...props} tabPieces={TABS} />
