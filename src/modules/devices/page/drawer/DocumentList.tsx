/** The documents of a device: the version that is wanted, how far it has got, and why it has not. */
import { shortInstant } from '#base/ago.ts'
import { useQuery } from '@tanstack/react-query'
import { HELD, type HeldDocumentKey } from '#model/device.ts'
import { DELIVERY, type DeliveryKey } from '#model/delivery.ts'
import { get } from '#console/data/request.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'

/** What later modules say about the documents of a device. */
export const DEVICE_DOCUMENTS = '/api/device/syncTask/documents'

interface HeldRow {
  document: HeldDocumentKey
  name: string
  state: DeliveryKey
  code: number | null
  message: string | null
  changedAt: string
  confirmedAt: string | null
}

export const DocumentList = ({ appId, deviceId }: { appId: string | undefined; deviceId: string }) => {
  const translate = useTranslate()
  const { data = [] } = useQuery({
    queryKey: [DEVICE_DOCUMENTS, deviceId],
    queryFn: ({ signal }) => get<HeldRow[]>(DEVICE_DOCUMENTS, { appId, deviceId }, { signal, quiet: true }),
  })
  return data.map(({ document, name, state, code, message, changedAt, confirmedAt }) => {
    const [, zh, en] = HELD.documents[document]
    const done = state === 'confirmed'
    return (
      <div key={document} className="tab-row">
        <span className="two">
          <b>
            {translate([zh, en])} <span className="third">{name}</span>
          </b>
          <small className={state === 'failed' ? 'bad' : undefined}>
            {state === 'failed'
              ? [code, message].filter(Boolean).join(' ')
              : shortInstant((done && confirmedAt) || changedAt)}
          </small>
        </span>
        <span className="tab-row-end">
          <Pill tone={DELIVERY[state].tone} variant={done ? 'plain' : 'soft'}>
            {DELIVERY[state].word}
          </Pill>
        </span>
      </div>
    )
  })
}
