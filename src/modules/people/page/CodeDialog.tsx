/** The pass code of a person as a QR code, replaced before it expires for as long as the dialog is open. */
import { useQuery } from '@tanstack/react-query'
import { CLOSE } from '#base/texts.ts'
import type { Row } from '#model/row.ts'
import { post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { QrCode } from '#console/kit/figure/QrCode.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { useSecondsLeft } from '#console/kit/useSecondsLeft.ts'

interface Shown {
  code: string
  validTo: string
  /** After how many seconds it is replaced. */
  nextS: number
}
const NEXT_S = 30

export const CodeDialog = ({ appId, person, onClose }: { appId: string; person: Row; onClose: () => void }) => {
  const translate = useTranslate()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['passCode', appId, person.id],
    queryFn: () => post<Shown>('/api/person/code/show', { personId: person.id, appId }, { quiet: true }),
    refetchInterval: query => (query.state.data?.nextS ?? NEXT_S) * 1000,
    // Each code is shown once only.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const left = useSecondsLeft(dataUpdatedAt, data?.nextS ?? NEXT_S)
  return (
    <Dialog
      open
      onClose={onClose}
      title={['通行码', 'Pass code']}
      note={String(person.name)}
      width="small"
      foot={
        <Button variant="primary" onPress={onClose}>
          {translate(CLOSE)}
        </Button>
      }
    >
      {error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data ? (
        <Stack gap={16} align="center">
          <QrCode text={data.code} label={['通行码', 'Pass code']} size={220} />
          <span className="second">
            {translate([`${left} 秒后更换，只能使用一次`, `Replaced in ${left} s; opens once`])}
          </span>
        </Stack>
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}
