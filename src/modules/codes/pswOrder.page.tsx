/** 密码指令: temporary PINs with their holder, doors, hours and uses; one is shown once when it is made. */
import { useMemo } from 'react'
import { dayOf, instantOf } from '#base/time.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { pinOrder } from './pinOrder.noun.ts'

const Doors = ({ names }: { names: unknown }) => {
  const words = (Array.isArray(names) ? names : []).join(useTranslate()(['、', ', ']))
  return <span title={words}>{words || '—'}</span>
}
const Uses = ({ used, most }: { used: number; most: number | null }) => {
  const translate = useTranslate()
  return (
    <span>
      {used} <span className="third">/ {most ?? translate(['不限', 'no limit'])}</span>
    </span>
  )
}

const COLUMNS: LensPieces<typeof pinOrder>['columns'] & object = {
  doorIds: { width: 180, render: ({ doorNames }) => <Doors names={doorNames} /> },
  used: { width: 96, label: ['已用', 'Used'], render: ({ used, mostUses }) => <Uses used={used} most={mostUses} /> },
}

export const PswOrder = (props: PageProps) => {
  // Most are for a visit of today.
  const pieces = useMemo(
    (): LensPieces<typeof pinOrder> => ({
      columns: COLUMNS,
      counter: '个',
      start: { validTo: instantOf(`${dayOf(Date.now())}T23:59:00`).toISOString() },
    }),
    [],
  )
  return <LensPage {...props} pieces={pieces} />
}
