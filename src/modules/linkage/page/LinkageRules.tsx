/** The rules that are triggered by, or command, devices of this class. */
import { useMemo, useState } from 'react'
import { COPY } from '#base/texts.ts'
import type { DeviceClass } from '#model/device.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { useNow } from '#modules/devices/page/useNow.ts'
import type { linkage } from '../linkage.noun.ts'
import { LINKAGE, type LinkageRow } from './linkageRow.ts'
import type { Known } from './linkageWords.ts'
import { ruleColumns } from './ruleColumns.tsx'

const LinkageEditor = lazy(async () => (await import('./LinkageEditor.tsx')).LinkageEditor)
const RuleDrawer = lazy(async () => (await import('./RuleDrawer.tsx')).RuleDrawer)
const NoRules = lazy(async () => (await import('./NoRules.tsx')).NoRules)
const LinkageTest = lazy(async () => (await import('./LinkageTest.tsx')).LinkageTest)

export type LinkageRulesProps = {
  page: PageProps & { deviceClass: DeviceClass }
  known: Known
  /** The classes of the application. */
  own: readonly DeviceClass[]
  onRuns: (row: LinkageRow) => void
}

export const LinkageRules = ({ page, known, own, onRuns }: LinkageRulesProps) => {
  const translate = useTranslate()
  const now = useNow(30_000)
  /** The rule that a new one is copied from; null starts an empty one. */
  const [adding, setAdding] = useState<LinkageRow | null>()
  const [testing, setTesting] = useState<LinkageRow>()
  const { appId, deviceClass } = page
  const renew = (): void => void invalidateRows(LINKAGE)
  const columns = useMemo(() => ruleColumns(known, translate, now), [known, translate, now])
  const editor = (row: LinkageRow | null, onClose: () => void, copied?: LinkageRow) => (
    <LinkageEditor
      key={row?.id ?? 'new'}
      {...{ row, copied, deviceClass, known, onClose }}
      classes={own}
      onSaved={renew}
    />
  )
  const pieces = useMemo(
    (): LensPieces<typeof linkage> => ({
      columns,
      drawer: row => <RuleDrawer {...{ row, known }} />,
      form: ({ row, onClose }) => editor(row, onClose),
      // A rule that involves a device of another class also belongs to this page.
      followsAll: true,
      acts: row => [
        ...(can('linkage:test')
          ? [{ id: 'test', label: ['测试执行', 'Test'] as const, onPress: () => setTesting(row) }]
          : []),
        ...(can('linkageRun:list')
          ? [{ id: 'runs', label: ['记录', 'Runs'] as const, onPress: () => onRuns(row) }]
          : []),
        ...(can('linkage:add') ? [{ id: 'copy', label: COPY, onPress: () => setAdding(row) }] : []),
      ],
      empty: <NoRules onAdd={() => setAdding(null)} />,
    }),
    [columns, own, known, deviceClass, onRuns, translate],
  )
  return (
    <>
      <LensPage {...page} pieces={pieces} />

      {adding !== undefined && editor(null, () => setAdding(undefined), adding ?? undefined)}
      {testing && (
        <LinkageTest
          rule={testing}
          appId={appId}
          known={known}
          onClose={() => {
            setTesting(undefined)
            renew()
          }}
        />
      )}
    </>
  )
}
