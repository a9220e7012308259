/** 联动管理: rules by which events of one device command others, and their runs. Shared by all classes. */
import { NoDefinition } from '#console/crud/list/LoadError.tsx'
import { useCallback, useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { useApplication } from '#console/app/useApplication.ts'
import { useListTab } from '#console/crud/list/useListTab.ts'
import { can } from '#console/data/me.ts'
import { useClasses, useLinkageKinds } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { useAllDevices } from '#modules/devices/page/useAllDevices.ts'
import type { LinkageRow } from './page/linkageRow.ts'
import { LinkageRules } from './page/LinkageRules.tsx'

const LinkageRuns = lazy(async () => (await import('./page/LinkageRuns.tsx')).LinkageRuns)

const nothing: readonly never[] = []
const TABS = ['rules', 'runs'] as const

export default function UnionPage(props: PageProps) {
  const { appId, deviceClass } = props
  const [tab, show] = useListTab(TABS)
  const application = useApplication(appId)
  const devices = useAllDevices(appId) ?? nothing
  const classes = useClasses()
  const kinds = useLinkageKinds()
  const known = useMemo(() => ({ classes, devices, kinds }), [classes, devices, kinds])
  const own = useMemo(
    () =>
      [...classes.values()].filter(one => !application?.deviceClasses || application.deviceClasses.includes(one.key)),
    [classes, application],
  )
  const onRuns = useCallback((row: LinkageRow): void => show('runs', { linkageId: row.id }), [show])
  if (!deviceClass) return <NoDefinition />
  const rules = () => <LinkageRules page={{ ...props, deviceClass }} {...{ known, own, onRuns }} />
  if (!can('linkageRun:list')) return rules()
  return (
    <Tabs
      label={['联动管理', 'Linkage']}
      value={tab}
      onChange={show}
      items={[
        { id: 'rules', label: ['规则', 'Rules'], content: rules },
        { id: 'runs', label: ['记录', 'Runs'], content: () => <LinkageRuns page={props} known={known} /> },
      ]}
    />
  )
}
