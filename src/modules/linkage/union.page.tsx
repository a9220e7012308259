/** 联动管理: rules by which what one device states moves others, and what they did. Built once for all classes. */
import { lazy, Suspense, useMemo, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { useApplication } from '#console/app/useApplication.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { can } from '#console/data/me.ts'
import { useClasses } from '#console/data/registry.ts'
import { get, put } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useSay } from '#console/kit/language.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Paged } from '#modules/devices/page/DeviceRow.ts'
import { LINKAGE, type LinkageRow } from './page/linkageRow.ts'
import { LinkageRules, type RuleActs } from './page/LinkageRules.tsx'
import { LinkageRuns } from './page/LinkageRuns.tsx'
import { useAllDevices } from '#modules/devices/page/useAllDevices.ts'
import { useThrottled } from '#modules/devices/page/useDevices.ts'
import { useDeviceLive } from '#modules/devices/page/useDeviceLive.ts'
import '../devices/page/page.css'

const LinkageEditor = lazy(async () => ({ default: (await import('./page/LinkageEditor.tsx')).LinkageEditor }))
const LinkageTest = lazy(async () => ({ default: (await import('./page/LinkageTest.tsx')).LinkageTest }))

const NAMES = ['tab', 'name', 'state', 'rule', 'result']
const MOST = 100
const nothing: readonly never[] = []

export default function UnionPage({ appId, deviceClass }: PageProps) {
  const say = useSay()
  const queries = useQueryClient()
  const address = useListAddress(NAMES)
  const { filters, setFilters, patch } = address
  const application = useApplication(appId)
  const devices = useAllDevices(appId) ?? nothing
  const [editing, setEditing] = useState<LinkageRow | null>()
  const [testing, setTesting] = useState<LinkageRow>()
  const all = useQuery({
    queryKey: [LINKAGE, 'page', appId],
    queryFn: ({ signal }) => get<Paged<LinkageRow>>(`${LINKAGE}/page`, { appId, size: MOST }, { signal, quiet: true }),
  })
  const renew = (): void => {
    void queries.invalidateQueries({ queryKey: [LINKAGE] })
  }
  const calm = useThrottled(renew, 5000)
  useDeviceLive({ appId, types: ['command'] }, calm)
  const classes = useClasses()
  // A rule belongs where it begins and where it ends: bollards are moved by what terminals state.
  const rules = useMemo(
    () =>
      all.data?.records.filter(
        rule =>
          rule.deviceClass === deviceClass?.key ||
          rule.actions.some(
            action => devices.find(device => device.id === action.deviceId)?.deviceClass === deviceClass?.key,
          ),
      ),
    [all.data, devices, deviceClass],
  )
  const acts = useMemo(
    (): RuleActs => ({
      edit: setEditing,
      test: setTesting,
      runs: row => patch({ tab: 'runs', rule: row.id }),
      toggle: row =>
        void put(LINKAGE, { id: row.id, rev: row.rev, state: row.state === 1 ? 0 : 1 }).then(
          () => {
            toast.ok(row.state === 1 ? ['已停用', 'Turned off'] : ['已启用', 'Turned on'])
            renew()
          },
          () => {},
        ),
      remove: row =>
        void import('#console/crud/act/removing.tsx').then(async ({ askRemoval, removeAtOnce }) => {
          const rules = { api: LINKAGE, label: ['联动规则', 'Linkage rule'] } as const
          if (!(await askRemoval(rules, [row]))) return
          await removeAtOnce(rules, [row])
          renew()
        }),
    }),
    [patch],
  )
  if (!deviceClass) return <ErrorState title={['页面定义缺失', 'This page has no definition']} />
  const tab = filters.tab === 'runs' && can('linkageRun:list') ? 'runs' : 'rules'
  const mine = [...classes.values()].filter(
    one => !application?.deviceClasses || application.deviceClasses.includes(one.key),
  )
  return (
    <div className="devices">
      <PageHead
        title={['联动管理', 'Linkage']}
        {...(rules
          ? { count: [`${rules.length} 条规则`, rules.length === 1 ? '1 rule' : `${rules.length} rules`] as const }
          : {})}
        actions={
          can('linkage:add') &&
          Boolean(rules?.length) && (
            <Button variant="primary" icon={Plus} onPress={() => setEditing(null)}>
              {say(['新增规则', 'New rule'])}
            </Button>
          )
        }
      />
      <Tabs<'rules' | 'runs'>
        label={['联动管理', 'Linkage']}
        value={tab}
        onChange={next =>
          patch({ tab: next === 'runs' ? 'runs' : undefined, current: undefined, rule: undefined, result: undefined })
        }
        items={[
          { id: 'rules', label: ['规则', 'Rules'], ...(rules ? { count: rules.length } : {}) },
          ...(can('linkageRun:list') ? [{ id: 'runs' as const, label: ['记录', 'Runs'] as const }] : []),
        ]}
      />
      {tab === 'rules' ? (
        <LinkageRules
          classes={classes}
          devices={devices}
          rules={rules}
          failed={all.isError}
          onRefresh={renew}
          onAdd={() => setEditing(null)}
          acts={acts}
          name={filters.name ?? ''}
          state={filters.state ?? 'all'}
          onFilter={setFilters}
        />
      ) : (
        <LinkageRuns
          appId={appId}
          deviceClass={deviceClass}
          classes={classes}
          devices={devices}
          rules={rules ?? nothing}
          address={address}
        />
      )}
      <Suspense>
        {editing !== undefined && (
          <LinkageEditor
            key={editing?.id ?? 'new'}
            row={editing}
            deviceClass={deviceClass}
            classes={mine}
            devices={devices}
            onClose={() => setEditing(undefined)}
            onSaved={renew}
          />
        )}
        {testing && (
          <LinkageTest
            rule={testing}
            appId={appId}
            classes={classes}
            devices={devices}
            onClose={() => {
              setTesting(undefined)
              renew()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
