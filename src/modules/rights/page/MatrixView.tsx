/** The matrix as the body of a list: people as rows, doors as columns, with the details of an open cell beside it. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { Plus } from 'lucide-react'
import { DELIVERY, DIRECT, isDirect, type DeliveryKey } from '#model/delivery.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Acts } from '#console/crud/act/useActs.ts'
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import { ListFrame } from '#console/crud/list/ListFrame.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { useList, type ListProps } from '#console/crud/list/useList.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Pager } from '#console/kit/table/Pager.tsx'
import { CellGlyph, MatrixTable } from './MatrixTable.tsx'
import { useMatrix } from './useMatrix.ts'
import './authorize.css'

const OpenCell = lazy(async () => (await import('./OpenCell.tsx')).OpenCell)

const MatrixBulk = lazy(async () => (await import('./MatrixBulk.tsx')).MatrixBulk)

const LEGEND: readonly DeliveryKey[] = [
  'confirmed',
  'partly',
  'notYet',
  'sending',
  'removing',
  'waiting',
  'failed',
  'noPortrait',
  'clockOff',
  'over',
  'none',
]
type Open = { person: string; door: string; anchor: HTMLElement }

export const MatrixView = (props: ListProps & { deviceClass: DeviceClass }) => {
  const translate = useTranslate()
  const { appId, deviceClass } = props
  const [open, setOpen] = useState<Open>()
  const acts = useRef<Acts>(undefined)
  const pieces = useMemo(
    (): LensPieces => ({
      ...props.pieces,
      bulk: (_, chosen) => (
        <MatrixBulk {...{ chosen, deviceClass }} noun={props.noun} begin={act => void acts.current?.begin(act)} />
      ),
    }),
    [props.pieces, props.noun, deviceClass],
  )
  const list = useList({ ...props, pieces }, useMatrix)
  acts.current = list.acts
  const { found, selected, address, state } = list
  const { matrix } = found
  const close = useCallback(() => setOpen(undefined), [])
  const person = matrix?.people.find(one => one.id === open?.person)
  const door = matrix?.doors.find(one => one.id === open?.door)
  const seen = new Set(matrix?.cells.map(cell => cell.state))
  const legend = (
    <span className="am-legend">
      {LEGEND.filter(one => one === 'none' || seen.has(one)).map(one => (
        <span key={one}>
          <CellGlyph state={one} days={null} />
          {translate(DELIVERY[one].word)}
        </span>
      ))}
      {matrix?.cells.some(cell => isDirect(cell.given)) && (
        <span>
          <i className="am-direct" />
          {translate(DIRECT)}
        </span>
      )}
    </span>
  )
  const body = () => {
    if (!matrix)
      return found.error ? <LoadError error={found.error} onRetry={found.refetch} /> : <Skeleton lines={10} />
    if (matrix.doors.length === 0)
      return (
        <Empty
          title={['没有这类设备的门', 'No doors of such devices']}
          note={['添加设备后，在权限组里选择它的门', 'Add a device, then choose its door in a permission group']}
          action={
            can('deviceBind:connect') && (
              <Button icon={Plus} onPress={() => navigate(`/${deviceClass.key}/equi/${appId}`)}>
                {translate(['去添加设备', 'Go to the devices'])}
              </Button>
            )
          }
        />
      )
    if (matrix.people.length === 0)
      return (
        <Empty
          title={state === 'unmatched' ? ['没有符合条件的人员', 'No people match'] : ['还没有人员', 'No people yet']}
        />
      )
    return (
      <MatrixTable
        matrix={matrix}
        open={open}
        now={Date.now()}
        selected={selected.ids}
        onSelect={selected.set}
        onOpen={setOpen}
      />
    )
  }
  return (
    <ListFrame list={list} counter={matrix ? `人 × ${matrix.doorTotal} 扇门` : '人'} tableless>
      {matrix && matrix.doorTotal > matrix.doors.length && (
        <Notice tone="info">
          {translate([
            `显示前 ${matrix.doors.length} 扇门，共 ${matrix.doorTotal} 扇；按站点筛选可看其余的门`,
            `The first ${matrix.doors.length} of ${matrix.doorTotal} doors; filter by site to see the others`,
          ])}
        </Notice>
      )}
      {matrix && matrix.doors.length && matrix.people.length ? body() : <div className="am-blank">{body()}</div>}
      {matrix && (
        <Pager
          total={matrix.total}
          page={address.page}
          pageSize={address.pageSize}
          onChange={address.setPage}
          fitting={address.fitting}
          legend={legend}
        />
      )}
      {open && person && door && (
        <OpenCell
          key={`${person.id} ${door.id}`}
          {...{ person, door, anchor: open.anchor, onClose: close }}
          appId={appId!}
        />
      )}
    </ListFrame>
  )
}
