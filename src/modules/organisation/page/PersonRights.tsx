/** The permissions of one person: functions, data, devices; saved together. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { SAVE } from '#base/texts.ts'
import { choice, ref } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { invalidateRows } from '#console/data/queries.ts'
import { get, put, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Switch } from '#console/kit/input/Switch.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { role } from '#modules/identity/role/role.noun.ts'
import { user } from '#modules/identity/account/user.noun.ts'
import { CHOOSE_PLACES, DeviceScope, givenPlaces, isEmptyScope, type AppPlaces } from './DeviceScope.tsx'
import { DEVICE_RIGHTS } from './deviceRights.ts'

interface Rights {
  menuIds: string[]
  roleMenuIds: string[]
  roles: { id: string; name: string }[]
  dataScope: number | null
  organisationIds: string[]
  appScope: number
  appIds: string[]
  places: AppPlaces[]
}
interface Menu {
  id: string
  label: string
  permission: string | null
  children: readonly Menu[]
}
const OWN = 3
const EVERY_APPLICATION = user.fields.appScope.values.all[0]
const { all, below, own, custom } = role.fields.dataScope.values
const DATA = {
  dataScope: choice(['数据范围', 'Data scope'], { all, below, own, custom }, { required: true, as: 'radio' }),
  organisationIds: ref(['可见机构', 'Organisations'], 'organisation', {
    many: true,
    help: ['数据范围为自定义时，可见这些机构的数据', 'With a chosen data scope: whose rows are seen'],
  }),
  appScope: { ...user.fields.appScope, required: true as const },
  appIds: user.fields.appIds,
}

const flat = (menus: readonly Menu[]): readonly Menu[] => menus.flatMap(menu => [menu, ...flat(menu.children)])
const nodesOf = (menus: readonly Menu[], byRole: ReadonlySet<string>, word: string): readonly TreeNode[] =>
  menus.map((menu): TreeNode => ({
    id: menu.id,
    label: menu.label,
    note: byRole.has(menu.id) ? word : '',
    children: nodesOf(menu.children, byRole, word),
  }))

export function PersonRights({ id }: { id: string }) {
  const address = `/api/admin/employeePermission/${id}`
  const rights = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => get<Rights>(address, undefined, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const menus = useQuery({
    queryKey: ['/api/admin/menu', 'assignable'],
    queryFn: ({ signal }) => get<readonly Menu[]>('/api/admin/menu/getUserTree', undefined, { signal }),
  })
  if (rights.isError || menus.isError)
    return (
      <ErrorState
        note={rights.error?.message}
        onRetry={() => {
          void rights.refetch()
          void menus.refetch()
        }}
      />
    )
  if (!rights.data || !menus.data) return <Skeleton lines={10} />
  return <Inside key={rights.dataUpdatedAt} address={address} rights={rights.data} menus={menus.data} />
}

function Inside({ address, rights, menus }: { address: string; rights: Rights; menus: readonly Menu[] }) {
  const translate = useTranslate()
  const [tab, setTab] = useState<'functions' | 'data' | 'places' | 'devices'>('functions')
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(rights.menuIds))
  const [data, setData] = useState<Input>({
    dataScope: rights.dataScope ?? OWN,
    organisationIds: rights.organisationIds,
    appScope: rights.appScope,
    appIds: rights.appIds,
  })
  const [places, setPlaces] = useState<readonly AppPlaces[]>(rights.places)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const byRole = useMemo(() => new Set(rights.roleMenuIds), [rights])
  const all = useMemo(() => flat(menus), [menus])
  const nodes = useMemo(() => nodesOf(menus, byRole, translate(['角色已授予', 'by role'])), [menus, byRole, translate])
  const appIds = data.appScope === EVERY_APPLICATION ? null : ((data.appIds as string[] | null) ?? [])
  const save = async (): Promise<void> => {
    if (appIds && places.some(one => appIds.includes(one.appId) && isEmptyScope(one))) {
      setTab('places')
      return setProblems({ places: translate(CHOOSE_PLACES) })
    }
    setBusy(true)
    try {
      await put(address, { ...data, menuIds: [...checked], places: givenPlaces(places, rights.places, appIds) })
      toast.ok(['权限已保存，立即生效', 'Saved; takes effect at once'])
      void invalidateRows('/api/admin/user')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblems(Object.fromEntries(error.fields.map(({ field, msg }) => [field, msg])))
      if (error.fields.some(({ field }) => field.startsWith('places'))) setTab('places')
      if (!error.shown) toast.error(error.message || undefined)
    } finally {
      setBusy(false)
    }
  }
  const functions = () => (
    <Tree label={['功能权限', 'Functions']} nodes={nodes} checked={checked} onCheck={setChecked} height={420} />
  )
  const dataForm = () => (
    <FormBody
      fields={DATA}
      values={data}
      problems={Object.fromEntries(Object.entries(problems).map(([name, text]) => [name, [text, text] as const]))}
      onChange={(name, value) => setData(old => ({ ...old, [name]: value }))}
      columns={1}
    />
  )
  const placesProblem = Object.entries(problems).find(([field]) => field.startsWith('places'))?.[1]
  const devices = () => (
    <Stack gap={16}>
      {DEVICE_RIGHTS.map(right => {
        const ids = all.filter(menu => menu.permission && right.holds(menu.permission)).map(menu => menu.id)
        const given = ids.filter(one => byRole.has(one)).length
        const on = ids.length > 0 && ids.every(one => checked.has(one) || byRole.has(one))
        return (
          <Switch
            key={right.id}
            checked={on}
            disabled={ids.length === 0 || given === ids.length}
            onChange={next =>
              setChecked(old => {
                const changed = new Set(old)
                for (const one of ids) next ? changed.add(one) : changed.delete(one)
                return changed
              })
            }
          >
            <b>{translate(right.title)}</b> <span className="second">{translate(right.note)}</span>
            {given === ids.length && ids.length > 0 && (
              <span className="third"> · {translate(['角色已授予', 'by role'])}</span>
            )}
          </Switch>
        )
      })}
    </Stack>
  )
  return (
    <Stack gap={16}>
      {rights.roles.length > 0 && (
        <Notice tone="info">
          {translate([
            `角色：${rights.roles.map(role => role.name).join('、')}。这里设置的是角色之外的个人权限，两者相加。`,
            `Roles: ${rights.roles.map(role => role.name).join(', ')}. Permissions set here are added to those of the roles.`,
          ])}
        </Notice>
      )}
      <Tabs
        label={['权限', 'Rights']}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'functions', label: ['功能权限', 'Functions'], count: checked.size, content: functions },
          { id: 'data', label: ['数据权限', 'Data'], content: dataForm },
          {
            id: 'places',
            label: ['设备范围', 'Device scope'],
            ...(places.length ? { count: places.length } : {}),
            content: () => <DeviceScope appIds={appIds} value={places} problem={placesProblem} onChange={setPlaces} />,
          },
          { id: 'devices', label: ['设备权限', 'Devices'], content: devices },
        ]}
      />
      <div>
        <Button variant="primary" busy={busy} onPress={() => void save()}>
          {translate(SAVE)}
        </Button>
      </div>
    </Stack>
  )
}
