/** A generated form with every kind of field, the same form in view mode, a table edited in place, a tree table and an editable tree. */
import { useCallback, useMemo, useState } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import * as f from '#model/field.ts'
import { judgeAll } from '#model/judge.ts'
import { DefinedForm } from '#console/crud/form/DefinedForm.tsx'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import { regions } from '#console/dev/RareFieldSection.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import type { Column, RowAct } from '#console/kit/table/column.ts'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import { editAct } from '#console/kit/table/inlineActs.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { TreeDialog, type TreeMode } from '#console/kit/table/TreeDialog.tsx'
import { treeLines } from '#console/kit/table/treeLines.ts'
import { TreeTable } from '#console/kit/table/TreeTable.tsx'
import type { Inline } from '#console/kit/table/useInlineEdit.ts'
import '#console/crud/crud.css'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

const fields: f.Fields = {
  name: f.text(['账号', 'Account'], { required: true, pattern: 'username' }),
  idCard: f.text(['证件号码', 'ID number'], { pattern: 'idCard', mask: 'idCard' }),
  phone: f.text(['手机号', 'Phone'], { pattern: 'phone', mask: 'phone' }),
  site: f.text(['网址', 'Address'], { pattern: 'url' }),
  password: f.secret(['密码', 'Password']),
  count: f.integer(['容量', 'Capacity'], { min: 1, max: 5000, required: true }),
  level: f.integer(['音量', 'Volume'], { min: 0, max: 10, as: 'slider' }),
  price: f.fen(['价格', 'Price']),
  kind: f.choice(
    ['类型', 'Type'],
    {
      staff: [1, '员工', 'Staff'],
      guest: [2, '访客', 'Guest'],
      vendor: [3, '供应商', 'Vendor'],
      other: [4, '其他', 'Other'],
    },
    { required: true },
  ),
  gender: f.choice(['性别', 'Gender'], { m: [1, '男', 'Male'], w: [2, '女', 'Female'] }, { as: 'radio' }),
  days: f.choice(
    ['开放日', 'Days'],
    { mon: [1, '周一', 'Mon'], tue: [2, '周二', 'Tue'], wed: [3, '周三', 'Wed'] },
    { many: true, as: 'checkbox' },
  ),
  enabled: f.flag(['启用', 'Enabled'], { as: 'switch' }),
  agreed: f.flag(['已同意', 'Agreed']),
  day: f.day(['日期', 'Day']),
  clock: f.clock(['时刻', 'Time']),
  hours: f.span(['时段', 'Hours'], { of: 'clock' }),
  valid: f.span(['有效期', 'Valid'], { of: 'instant' }),
  colour: f.colour(['颜色', 'Colour']),
  icon: f.icon(['图标', 'Icon']),
  scenario: f.dictionary(['场景', 'Scenario'], { from: '/api/admin/dict/type/industry' }),
  district: f.dictionary(['区域', 'District'], { from: '/api/admin/dict/type/{{key}}', under: 'scenario' }),
  remark: f.text(['备注', 'Remark'], { lines: 3, max: 200 }),
  settings: f.code(['参数', 'Parameters'], { language: 'json' }),
  text: f.rich(['正文', 'Text']),
  doors: f.list(
    ['门', 'Doors'],
    { name: f.text(['名称', 'Name'], { required: true }), no: f.integer(['门号', 'Number'], { min: 1, max: 8 }) },
    { max: 4 },
  ),
  at: f.place(['位置', 'Place']),
}

type Shift = { id: string; name: string; from: string; seats: number }
const shiftFields: f.Fields = {
  name: f.text(['班次', 'Shift'], { required: true, max: 16 }),
  from: f.clock(['上班', 'From'], { required: true }),
  seats: f.integer(['人数', 'People'], { min: 1, max: 60 }),
}
const shiftColumns: readonly Column<Shift>[] = [
  { key: 'name', label: ['班次', 'Shift'] },
  { key: 'from', label: ['上班', 'From'], width: 120, mono: true },
  { key: 'seats', label: ['人数', 'People'], width: 120 },
]
const keyOf = (row: { id: string }): string => row.id

const Shifts = () => {
  const [rows, setRows] = useState<readonly Shift[]>([
    { id: '1', name: '早班', from: '08:30', seats: 12 },
    { id: '2', name: '中班', from: '14:00', seats: 8 },
    { id: '3', name: '夜班（锁定）', from: '22:00', seats: 4 },
  ])
  const inline = useMemo(
    (): Inline<Shift> => ({
      columns: ['name', 'from', 'seats'],
      locked: row => row.id === '3',
      input: ({ key, draft, set }) => (
        <FieldInput field={shiftFields[key]!} name={key} values={draft} onChange={set} bare />
      ),
      judge: (_row, changes) => {
        const judged = judgeAll(shiftFields, changes, {}, { partial: true })
        return 'problems' in judged ? judged.problems[0]!.text : undefined
      },
      save: (row, changes) => {
        setRows(all => all.map(one => (one.id === row.id ? { ...one, ...(changes as Partial<Shift>) } : one)))
        toast.ok(['修改成功', 'Saved'])
        return Promise.resolve(true)
      },
    }),
    [],
  )
  const operations = useCallback(
    (): readonly RowAct[] => [
      { id: editAct, label: ['行编辑', 'Edit here'], onPress: () => {} },
      { id: 'remove', label: ['删除', 'Delete'], danger: true, onPress: () => {} },
    ],
    [],
  )
  const permit = useCallback((row: Shift) => (row.id === '3' ? { [editAct]: false, remove: false } : undefined), [])
  return (
    <Table
      name="dev-shifts"
      label={['班次', 'Shifts']}
      columns={shiftColumns}
      rows={rows}
      rowKey={keyOf}
      index
      inline={inline}
      permit={permit}
      operations={operations}
      operationsWidth={140}
      shortcuts={false}
    />
  )
}

type Area = { id: string; name: string; devices: number; children?: readonly Area[] }
const areas: readonly Area[] = [
  {
    id: '1',
    name: '滨江壹号',
    devices: 42,
    children: [
      { id: '1.1', name: '1 栋', devices: 6 },
      { id: '1.2', name: '2 栋', devices: 8, children: [{ id: '1.2.1', name: '1 单元', devices: 3 }] },
    ],
  },
  { id: '2', name: '云栖小学', devices: 17 },
]
const areaColumns: readonly Column<Area>[] = [
  { key: 'name', label: ['区域', 'Area'] },
  { key: 'devices', label: ['设备', 'Devices'], align: 'right', width: 96 },
]

const Areas = () => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(['1']))
  const lines = useMemo(() => treeLines<Area>(areas, keyOf, opened), [opened])
  const toggle = useCallback(
    (id: string): void =>
      setOpened(before => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return (
    <TreeTable
      name="dev-areas"
      label={['区域', 'Areas']}
      columns={areaColumns}
      lines={lines}
      onToggle={toggle}
      rowKey={keyOf}
      shortcuts={false}
    />
  )
}

const asNodes = (options: typeof regions): readonly TreeNode[] =>
  options.map(option => ({
    id: option.id,
    label: Array.isArray(option.label) ? String(option.label[0]) : String(option.label),
    children: asNodes(option.children ?? []),
  }))

const Tended = () => {
  const [asking, setAsking] = useState<{ mode: TreeMode; node?: TreeNode }>()
  const [nodes] = useState(() => asNodes(regions))
  return (
    <>
      <Tree
        label={['地区', 'Regions']}
        nodes={nodes}
        onAdd={node => setAsking(node ? { mode: 'add', node } : { mode: 'parent-add' })}
        onEdit={node => setAsking({ mode: 'edit', node })}
        onDelete={node => toast.ok([`已删除 ${node.label}`, `${node.label} deleted`])}
        onMove={(node, parent) =>
          toast.ok([`${node.label} → ${parent?.label ?? '根'}`, `${node.label} → ${parent?.label ?? 'root'}`])
        }
      />
      {asking && (
        <TreeDialog
          mode={asking.mode}
          label={['节点名称', 'Node name']}
          parent={asking.mode === 'add' ? asking.node?.label : undefined}
          name={asking.mode === 'edit' ? asking.node?.label : undefined}
          onSave={name => {
            toast.ok([`已保存 ${name}`, `${name} saved`])
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

export const DefinedSection = () => {
  const translate = useTranslate()
  const [mode, setMode] = useState<'edit' | 'view'>('edit')
  return (
    <QueryClientProvider client={client}>
      <Card
        title={['由定义生成的表单', 'A form made from definitions']}
        actions={
          <Segmented
            label={['模式', 'Mode']}
            value={mode}
            onChange={setMode}
            items={[
              { id: 'edit', label: ['编辑', 'Edit'] },
              { id: 'view', label: ['查看', 'View'] },
            ]}
          />
        }
      >
        <DefinedForm
          key={mode}
          fields={fields}
          start={
            mode === 'view'
              ? { name: translate(['林晓', 'Lin Xiao']), level: 6, hours: { from: '08:30', to: '18:00' } }
              : {}
          }
          disabled={mode === 'view'}
          sample
          onSubmit={() => {
            toast.ok(['提交成功', 'Sent'])
          }}
        />
      </Card>
      <Grid columns={2} gap={16}>
        <Wide>
          <Card title={['行内编辑', 'Edited in place']} flush>
            <Shifts />
          </Card>
        </Wide>
        <Card title={['树形表格', 'Tree table']} flush>
          <Areas />
        </Card>
        <Card title={['可维护的树', 'A tended tree']}>
          <Tended />
        </Card>
      </Grid>
    </QueryClientProvider>
  )
}
