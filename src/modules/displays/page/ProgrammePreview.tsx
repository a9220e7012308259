/** A programme on a board of the application, as it will look: the first of its own displays, or any other. */
import { useState } from 'react'
import { PREVIEW } from '#base/dialogTexts.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import type { RowOf } from '#model/row.ts'
import type { ledProgramme } from '../ledProgramme.noun.ts'
import { BoardShown } from './BoardShown.tsx'
import { useBoards, type BoardRow } from './useBoards.ts'

/** Where the application has no display: a usual board. */
const USUAL: BoardRow = {
  ...{ id: '', name: '', online: false, rows: 4, cols: 8, color: null },
  ...{ current: null, programmes: [] },
}

export const ProgrammePreview = ({ row, onClose }: { row: RowOf<typeof ledProgramme>; onClose: () => void }) => {
  const translate = useTranslate()
  const { data, error, refetch } = useBoards()
  const [chosen, setChosen] = useState<string>()
  const board = data?.find(one => one.id === (chosen ?? row.deviceIds?.[0])) ?? data?.[0] ?? USUAL
  return (
    <Dialog open onClose={onClose} title={PREVIEW} note={row.name} foot={null}>
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : (
        <Stack gap={12}>
          {data.length > 1 && (
            <Select
              label={['显示屏', 'Display']}
              value={board.id}
              onChange={setChosen}
              options={data.map(({ id, name }) => ({ id, label: [name, name] as const }))}
            />
          )}
          <BoardShown board={board} lines={row.lines ?? []} />
          <p className="third small">
            {translate(
              board.id
                ? [
                    `${board.name}，${board.cols ?? '—'} × ${board.rows ?? '—'} 个汉字，每字 16 × 16 点；字形以显示屏的字库为准`,
                    `${board.name}, ${board.cols ?? '—'} × ${board.rows ?? '—'} Chinese characters of 16 × 16 dots; the board's own font decides the shapes`,
                  ]
                : [
                    '应用里还没有显示屏，按 8 × 4 个汉字预览',
                    'The application has no display yet; this is one of 8 × 4 Chinese characters',
                  ],
            )}
          </p>
        </Stack>
      )}
    </Dialog>
  )
}
