/** A complete list page: title row, figures, search, selection, table, pager, drawer. */
import { useCallback, useMemo, useState } from 'react'
import { Download, Plus, Zap } from 'lucide-react'
import { samples, type Sample } from '#console/dev/sample.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import type { Column, RowAct, Sort } from '#console/kit/table/column.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { HeartbeatBars } from '#console/kit/figure/HeartbeatBars.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Pager } from '#console/kit/table/Pager.tsx'
import { Pill, Status } from '#console/kit/Pill.tsx'
import { SelectionBar } from '#console/kit/table/SelectionBar.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { SampleDrawer } from '#console/dev/SampleDrawer.tsx'
import { SampleSearch } from '#console/dev/SampleSearch.tsx'

const columns: readonly Column<Sample>[] = [
  {
    key: 'name',
    label: ['设备 / 序列号', 'Device / serial'],
    width: 200,
    fixed: 'left',
    sort: true,
    render: row => (
      <span className="two">
        <b>{row.name}</b>
        <small className="mono">{row.serial}</small>
      </span>
    ),
  },
  {
    key: 'word',
    label: ['状态', 'Status'],
    width: 168,
    sort: true,
    render: row => <Status tone={row.tone} word={row.word} note={row.note} />,
    glow: row => row.word,
  },
  {
    key: 'beats',
    label: ['心跳 24 时', 'Heartbeat 24 h'],
    width: 120,
    priority: 2,
    render: row => <HeartbeatBars beats={row.beats} label={`${row.name} 心跳`} />,
  },
  { key: 'firmware', label: ['固件', 'Firmware'], width: 88, mono: true, priority: 2 },
  { key: 'address', label: ['地址', 'Address'], width: 120, mono: true, priority: 3 },
  { key: 'people', label: ['授权人数', 'People'], width: 120, align: 'right', sort: true, priority: 3 },
  { key: 'seen', label: ['最后心跳', 'Last beat'], width: 100 },
  { key: 'version', label: ['版本', 'Version'], width: 80, hidden: true },
]
const keyOf = (row: Sample): string => row.id

export const ListSection = () => {
  const translate = useTranslate()
  const [page, setPage] = useState({ page: 1, size: 10 })
  const [seed, setSeed] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['d1']))
  const [sort, setSort] = useState<Sort>()
  const [open, setOpen] = useState<string>()
  const [loading, setLoading] = useState(false)
  const rows = useMemo(
    () =>
      samples(page.size, (page.page - 1) * page.size).map((row, at) =>
        at === 6 && seed > 0 ? { ...row, word: `在线 ${seed}`, version: seed } : row,
      ),
    [page, seed],
  )
  const operations = useCallback(
    (row: Sample): readonly RowAct[] => [
      { id: 'view', label: ['查看', 'View'], onPress: () => setOpen(row.id) },
      { id: 'edit', label: ['编辑', 'Edit'], onPress: () => toast.info(['编辑', 'Edit']) },
      {
        id: 'delete',
        label: ['删除', 'Delete'],
        danger: true,
        onPress: () => {
          void confirm({ message: [`确定删除 ${row.name}？`, `Delete ${row.name}?`], danger: true }).then(ok => {
            if (ok) toast.ok(['删除成功', 'Deleted'])
          })
        },
      },
      { id: 'restart', label: ['重启', 'Restart'], onPress: () => toast.ok(['已发送', 'Sent']) },
      { id: 'log', label: ['日志', 'Log'], onPress: () => toast.ok(['日志', 'Log']) },
    ],
    [],
  )
  const at = rows.findIndex(row => row.id === open)
  const refresh = (): void => {
    setLoading(true)
    setTimeout(() => {
      setLoading(false)
      setSeed(old => old + 1)
    }, 900)
  }

  return (
    <>
      <PageHead
        title={['门禁控制器', 'Door controllers']}
        count={['24 台', '24 devices']}
        aside={<LiveDot />}
        actions={
          <>
            <Button icon={Download}>{translate(['导出', 'Export'])}</Button>
            <Button icon={Zap}>{translate(['批量控制', 'Control many'])}</Button>
            <Button icon={Plus} variant="primary">
              {translate(['添加设备', 'Add a device'])}
            </Button>
          </>
        }
      />
      <div className="kit-page-list">
        <Card flush grow>
          <SampleSearch columns={columns} onSearch={refresh} />
          <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
            <Button size="small">{translate(['延期', 'Extend'])}</Button>
            <Button size="small" tone="bad">
              {translate(['撤销授权', 'Revoke'])}
            </Button>
          </SelectionBar>
          <Table
            name="kit-page"
            label={['设备', 'Devices']}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            loading={loading}
            onRefresh={refresh}
            index={(page.page - 1) * page.size}
            selected={selected}
            onSelect={setSelected}
            sort={sort}
            onSort={setSort}
            active={open}
            onOpen={one => setOpen(one.id)}
            onEdit={() => toast.info(['编辑', 'Edit'])}
            operations={operations}
            glow={one => one.version}
          />
          <Pager
            total={1264}
            page={page.page}
            pageSize={page.size}
            onChange={(next, size) => setPage({ page: next, size })}
            legend={
              <>
                <Pill tone="ok" variant="plain">
                  {['在线', 'Online']}
                </Pill>
                <Pill tone="off" variant="plain">
                  {['离线', 'Offline']}
                </Pill>
                <Pill tone="unknown" variant="plain">
                  {['未知', 'Unknown']}
                </Pill>
              </>
            }
          />
        </Card>
      </div>
      <SampleDrawer row={rows[at]} previous={rows[at - 1]} next={rows[at + 1]} onShow={setOpen} />
    </>
  )
}
