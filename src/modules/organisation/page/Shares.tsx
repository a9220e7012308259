/** The shares of an agency, the latest first: those to come, the one in effect, and those of before. */
import { useQuery } from '@tanstack/react-query'
import { dayOf, showInstant } from '#base/time.ts'
import { get } from '#console/data/request.ts'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'

interface Share {
  id: string
  rate: string
  /** YYYY-MM-DD. */
  fromOn: string
  reason: string | null
  setBy: string | null
  at: string
}

export const Shares = ({ id, rev }: { id: string; rev: number }) => {
  const translate = useTranslate()
  const { data } = useQuery({
    // Each change of the share is one of the row.
    queryKey: ['/api/admin/agency', 'shares', id, rev],
    queryFn: ({ signal }) => get<readonly Share[]>(`/api/admin/agency/${id}/shares`, undefined, { signal }),
  })
  if (!data?.length) return null
  const today = dayOf(Date.now())
  const current = data.find(share => share.fromOn <= today)
  return (
    <DetailView
      title={['分成记录', 'Shares']}
      items={data.map(share => ({
        label: [`${share.fromOn} 起`, `From ${share.fromOn}`],
        value: (
          <>
            <b>{share.rate}%</b>{' '}
            {share === current ? (
              <Pill tone="ok">{translate(['生效中', 'In effect'])}</Pill>
            ) : (
              share.fromOn > today && <Pill tone="info">{translate(['待生效', 'Not yet'])}</Pill>
            )}
            {share.reason && (
              <>
                <br />
                {share.reason}
              </>
            )}
            <br />
            <span className="third mono">{[showInstant(share.at), share.setBy].filter(Boolean).join(' · ')}</span>
          </>
        ),
      }))}
    />
  )
}
