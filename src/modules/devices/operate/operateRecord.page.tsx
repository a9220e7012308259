/** 操作记录: who operated the devices of a class, here or at the devices themselves. Shared by all classes. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Pill, type Tone } from '#console/kit/Pill.tsx'
import { eventContent } from '../page/eventWords.ts'
import { OPERATE_RESULTS, type deviceOperation } from './deviceOperation.noun.ts'

const TONES: readonly Tone[] = ['busy', 'ok', 'bad', 'off']
const WORDS = Object.values(OPERATE_RESULTS)

export const OperateRecordPage = (props: PageProps) => {
  const { deviceClass } = props
  const translate = useTranslate()
  const pieces = useMemo(
    (): LensPieces<typeof deviceOperation> => ({
      columns: {
        params: {
          width: 220,
          render: ({ identifier, params }) =>
            eventContent(deviceClass, { identifier: identifier ?? '', params }, translate) || '—',
        },
        result: {
          width: 100,
          glow: row => row.result,
          render: ({ result }) => {
            const [, zh, en] = WORDS[result ?? 0]!
            const tone = TONES[result ?? 0]!
            return (
              <Pill tone={tone} variant={tone === 'bad' ? 'soft' : 'plain'}>
                {[zh, en]}
              </Pill>
            )
          },
        },
      },
    }),
    [deviceClass, translate],
  )
  return <LensPage {...props} pieces={pieces} />
}
