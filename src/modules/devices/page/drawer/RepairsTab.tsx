/** The repair tickets of one device, newest first, and the report of a new fault. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { shortInstant } from '#base/ago.ts'
import type { Row } from '#model/row.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import { shownValue } from '#console/crud/row/shownValue.tsx'
import { useLens } from '#console/crud/useLens.ts'
import { can, useMe } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Link } from '#console/kit/Link.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { DeviceRow } from '../DeviceRow.ts'
import { TabPages, useTabPages } from './TabPages.tsx'

const AddElsewhere = lazy(async () => (await import('#console/crud/form/AddElsewhere.tsx')).AddElsewhere)

const LENS = 'equipmentReport'
/** Tickets belong to a later module: here they are rows of its lens. */
type Ticket = Row & Readonly<Record<'reportNo' | 'createdAt', string>>

export const RepairsTab = ({ row }: { row: DeviceRow }) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const me = useMe()
  const ready = useLens(LENS)
  const [reporting, setReporting] = useState(false)
  const pages = useTabPages<Ticket>('/api/service/ticket/page', { deviceId: row.id })
  if (!ready) return <Skeleton lines={6} />
  const { noun, lens } = ready
  const shown = (ticket: Ticket, name: string) => {
    const field = fieldOf(noun, name)
    return field && shownValue({ field, name, row: ticket, translate })
  }
  return (
    <>
      <div className="tab-head">
        {can('ticket:add') ? (
          <Button size="small" icon={Wrench} onPress={() => setReporting(true)}>
            {translate(['报修', 'Report a fault'])}
          </Button>
        ) : (
          <span className="small third">{translate(['最新在前', 'Newest first'])}</span>
        )}
        <Link href={`${lens.path}?deviceId=${row.id}`}>{translate(['在设备报修中查看', 'Open in repairs'])}</Link>
      </div>
      <TabPages pages={pages} empty={['这台设备没有报修', 'No repair tickets']}>
        {ticket => (
          <div key={ticket.id} className="tab-row">
            <span className="tab-row-time">{shortInstant(ticket.createdAt)}</span>
            <span className="two">
              <b>{shown(ticket, 'faultType')}</b>
              <small>
                <Link href={`${lens.path}?deviceId=${row.id}&row=${ticket.id}`}>{ticket.reportNo}</Link>
                {' · '}
                {shown(ticket, 'content')}
              </small>
            </span>
            <span className="tab-row-end">{shown(ticket, 'state')}</span>
          </div>
        )}
      </TabPages>
      {reporting && (
        <AddElsewhere
          lens={LENS}
          start={{ deviceId: row.id, reporter: me?.sysUser.nickname ?? null }}
          onSaved={() => void queries.invalidateQueries({ queryKey: ['/api/service/ticket'] })}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  )
}
