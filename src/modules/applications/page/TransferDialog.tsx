/** Moving an application to another organisation: the consequences first, then to whom and why. */
import { useQuery } from '@tanstack/react-query'
import type { Text } from '#base/text.ts'
import { ActDialog } from '#console/crud/act/ActDialog.tsx'
import type { Act } from '#console/crud/act/actsOf.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { get } from '#console/data/request.ts'
import type { RowOf } from '#model/row.ts'
import { application } from '../application.noun.ts'

type TransferDialogProps = { act: Act<RowOf<typeof application>>; onClose: () => void }

export const TransferDialog = ({ act, onClose }: TransferDialogProps) => {
  const id = act.row?.id ?? ''
  const { data, isError } = useQuery({
    queryKey: [application.api, 'transferEffects', id],
    queryFn: ({ signal }) =>
      get<readonly { count: number; text: string }[]>(`${application.api}/${id}/transferEffects`, undefined, {
        signal,
        quiet: true,
      }),
    gcTime: 0,
    retry: false,
  })
  const translate = useTranslate()
  const lines = data?.map(({ text }) => text).join(translate(['；', '; ']))
  const confirm: Text | undefined = isError
    ? ['未能统计影响范围', 'The effects could not be counted']
    : lines === undefined
      ? ['正在统计影响…', 'Counting the effects …']
      : lines === ''
        ? undefined
        : [lines, lines]
  // An application without data has no consequences to warn of.
  return <ActDialog act={{ ...(act as unknown as Act), ...(confirm ? { confirm } : {}) }} onClose={onClose} />
}
