/** The rules that begin or end at devices of this class. */
import { useCallback, useMemo } from 'react'
import { Plus, RefreshCw, Workflow } from 'lucide-react'
import type { DeviceClass } from '#model/device.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import type { Column, RowAct } from '#console/kit/table/column.ts'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { agoText } from '#modules/devices/page/ago.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import type { LinkageRow } from './linkageRow.ts'
import { actionText, conditionText, triggerText } from './linkageWords.ts'
import { useNow } from '#modules/devices/page/useNow.ts'

export type RuleActs = {
  edit: (row: LinkageRow) => void
  test: (row: LinkageRow) => void
  toggle: (row: LinkageRow) => void
  remove: (row: LinkageRow) => void
  runs: (row: LinkageRow) => void
}
export type LinkageRulesProps = {
  classes: ReadonlyMap<string, DeviceClass>
  devices: readonly DeviceRow[]
  rules: readonly LinkageRow[] | undefined
  failed: boolean
  onRefresh: () => void
  onAdd: () => void
  acts: RuleActs
  name: string
  state: string
  onFilter: (change: Readonly<Record<string, string | undefined>>) => void
}

const rowKey = (row: LinkageRow): string => row.id
const none = <span className="table-none">—</span>

const columnsOf = (
  classes: ReadonlyMap<string, DeviceClass>,
  devices: readonly DeviceRow[],
  say: (words: Words) => string,
  now: number,
): readonly Column<LinkageRow>[] => [
  {
    key: 'name',
    label: ['规则', 'Rule'],
    width: 184,
    priority: 1,
    render: row => {
      const condition = conditionText(row.conditions)
      return (
        <span className="two">
          <b>{row.name}</b>
          <small>{say(condition ?? ['无附加条件', 'No further conditions'])}</small>
        </span>
      )
    },
  },
  {
    key: 'trigger',
    label: ['当', 'If'],
    width: 184,
    priority: 1,
    render: row => {
      const { who, what } = triggerText(row, classes, devices)
      return (
        <span className="two">
          <b>{say(what)}</b>
          <small>{say(who)}</small>
        </span>
      )
    },
  },
  {
    key: 'actions',
    label: ['则', 'Then'],
    priority: 1,
    render: row => {
      const words = row.actions.map(action => say(actionText(action, classes, devices)))
      return (
        <span className="two">
          <b>{words[0]}</b>
          <small>
            {words.length > 1
              ? words.slice(1).join(say(row.mode === 1 ? [' → ', ' → '] : ['、', ', ']))
              : say(row.silentS ? [`静默 ${row.silentS} 秒`, `Silent for ${row.silentS} s`] : ['立即执行', 'At once'])}
          </small>
        </span>
      )
    },
  },
  {
    key: 'state',
    label: ['状态', 'State'],
    width: 88,
    priority: 1,
    glow: row => row.state,
    render: row => (
      <span className="pill" data-tone={row.state === 1 ? 'ok' : 'off'} data-variant="plain">
        <i className="glyph" data-tone={row.state === 1 ? 'ok' : 'off'} />
        {say(row.state === 1 ? ['启用', 'On'] : ['停用', 'Off'])}
      </span>
    ),
  },
  {
    key: 'last',
    label: ['最近触发', 'Last run'],
    width: 104,
    priority: 2,
    glow: row => row.lastRunAt,
    render: row => (row.lastRunAt ? <span className="second small">{say(agoText(row.lastRunAt, now))}</span> : none),
  },
  {
    key: 'counts',
    label: ['成功 / 失败', 'Done / failed'],
    width: 104,
    priority: 2,
    render: row => (
      <span>
        {row.okCount} <span className="third">/</span>{' '}
        <span className={row.failedCount ? 'bad' : 'third'}>{row.failedCount}</span>
      </span>
    ),
  },
]

export const LinkageRules = ({
  classes,
  devices,
  rules,
  failed,
  onRefresh,
  onAdd,
  acts,
  name,
  state,
  onFilter,
}: LinkageRulesProps) => {
  const say = useSay()
  const now = useNow(30_000)
  const columns = useMemo(() => columnsOf(classes, devices, say, now), [classes, devices, say, now])
  const shown = useMemo(
    () => (rules ?? []).filter(rule => rule.name.includes(name) && (state === 'all' || String(rule.state) === state)),
    [rules, name, state],
  )
  const count = (wanted: number): number => (rules ?? []).filter(rule => rule.state === wanted).length
  const { edit, test, toggle, remove, runs } = acts
  const operations = useCallback(
    (row: LinkageRow): readonly RowAct[] => [
      ...(can('linkage:edit') ? [{ id: 'edit', label: ['编辑', 'Edit'] as const, onPress: () => edit(row) }] : []),
      ...(can('linkage:test') ? [{ id: 'test', label: ['测试执行', 'Test'] as const, onPress: () => test(row) }] : []),
      ...(can('linkage:edit')
        ? [
            {
              id: 'toggle',
              label: row.state === 1 ? (['停用', 'Turn off'] as const) : (['启用', 'Turn on'] as const),
              onPress: () => toggle(row),
            },
          ]
        : []),
      ...(can('linkageRun:list') ? [{ id: 'runs', label: ['记录', 'Runs'] as const, onPress: () => runs(row) }] : []),
      ...(can('linkage:remove')
        ? [{ id: 'remove', label: ['删除', 'Delete'] as const, danger: true, onPress: () => remove(row) }]
        : []),
    ],
    [edit, test, toggle, remove, runs],
  )
  if (rules && rules.length === 0) {
    return (
      <Card grow>
        <Empty
          icon={Workflow}
          title={['还没有联动规则', 'No linkage rules yet']}
          note={[
            '让一台设备的事件带动另一台设备：例如刷脸放行后，升降柱降下。',
            'Let what one device states move another: a face passes, the bollard falls.',
          ]}
          action={
            can('linkage:add') && (
              <Button variant="primary" icon={Plus} onPress={onAdd}>
                {say(['新增规则', 'New rule'])}
              </Button>
            )
          }
        />
      </Card>
    )
  }
  return (
    <Card flush grow>
      <div className="devices-tools calm">
        <SearchField
          label={['规则名称', 'Name of the rule']}
          value={name}
          onChange={value => onFilter({ name: value || undefined })}
        />
        <Segmented<'all' | '1' | '0'>
          label={['状态', 'State']}
          value={state as 'all' | '1' | '0'}
          onChange={id => onFilter({ state: id === 'all' ? undefined : id })}
          items={[
            { id: 'all', label: ['全部', 'All'], count: rules?.length ?? 0 },
            { id: '1', label: ['启用', 'On'], count: count(1) },
            { id: '0', label: ['停用', 'Off'], count: count(0) },
          ]}
        />
        <span className="devices-tools-end">
          <IconButton icon={RefreshCw} label={['刷新', 'Refresh']} onPress={onRefresh} />
        </span>
      </div>
      <Table
        name="linkage-rules"
        label={['联动规则', 'Linkage rules']}
        columns={columns}
        rows={shown}
        rowKey={rowKey}
        loading={!rules && !failed}
        error={failed && !rules ? ['请检查网络后重试', 'Check the network and try again'] : undefined}
        onRefresh={onRefresh}
        empty={['没有符合条件的规则，点击刷新', 'No rule fits. Click to refresh']}
        {...(can('linkage:edit') ? { onOpen: edit, onEdit: edit } : {})}
        operations={operations}
        operationsWidth={196}
      />
    </Card>
  )
}
