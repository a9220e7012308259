/** 扫码日志: codes that were scanned, and in the second tab the codes that were issued. */
import type { PageProps } from '#console/app/PageProps.ts'
import type { TabPieces } from '#console/crud/layouts/LensTabs.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { passCodeLens } from './code.noun.ts'

const IssueDialog = lazy(async () => (await import('./page/IssueDialog.tsx')).IssueDialog)

const Doors = ({ names }: { names: readonly string[] }) => {
  const translate = useTranslate()
  if (names.length) return names.join(translate(['、', ', ']))
  return <span className="second">{translate(['所有可通行的门', 'Every door they may pass'])}</span>
}

const Uses = ({ most }: { most: number | null }) => {
  const translate = useTranslate()
  return most ?? <span className="second">{translate(['不限', 'No limit'])}</span>
}

const CODES: LensPieces = {
  columns: {
    doorIds: { render: ({ doorNames }) => <Doors names={Array.isArray(doorNames) ? doorNames : []} /> },
    mostUses: { render: ({ mostUses }) => <Uses most={typeof mostUses === 'number' ? mostUses : null} /> },
  },
  dialogs: { issue: IssueDialog },
}
const TABS: TabPieces = { [passCodeLens.key]: CODES }

export const Log = (props: PageProps) => <LensPage {...props} tabPieces={TABS} />
