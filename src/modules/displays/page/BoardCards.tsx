/** Every display of the application with what it shows now by its programmes, and without its connection. */
import { useState } from 'react'
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { shownAt, shownOffline } from '#model/programme.ts'
import { BoardShown } from './BoardShown.tsx'
import { useBoards, type BoardRow } from './useBoards.ts'

const WHEN = [
  { id: 'now', label: ['现在', 'Now'] },
  { id: 'offline', label: ['断网时', 'Without connection'] },
] as const
type When = (typeof WHEN)[number]['id']

export const BoardCards = () => {
  const { data, error, refetch } = useBoards()
  const [when, setWhen] = useState<When>('now')
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  if (!data.length)
    return (
      <Empty
        title={['还没有显示屏', 'There are no displays yet']}
        note={['在“LED 显示屏”里接入一块', 'Connect one on the page of LED displays']}
      />
    )
  return (
    <Stack gap={16}>
      <Row>
        <Segmented label={['时间', 'When']} items={WHEN} value={when} onChange={setWhen} />
      </Row>
      <div className="boards">
        {data.map(board => (
          <BoardCard key={board.id} board={board} when={when} />
        ))}
      </div>
    </Stack>
  )
}

const BoardCard = ({ board, when }: { board: BoardRow; when: When }) => {
  const translate = useTranslate()
  const shown = when === 'now' ? shownAt(board.programmes, Date.now()) : shownOffline(board.programmes)
  const words: Words = shown
    ? [shown.name, shown.name]
    : board.programmes.length
      ? ['这个时间没有节目', 'No programme at this time']
      : ['没有节目，显示屏显示自带的内容', 'No programmes; the board shows its own text']
  return (
    <Card
      title={[board.name, board.name]}
      actions={
        <Pill tone={board.online ? 'ok' : 'off'} variant="plain">
          {board.online ? ONLINE : OFFLINE}
        </Pill>
      }
    >
      <Stack gap={8}>
        <p className="small second">{translate(words)}</p>
        <BoardShown board={board} lines={shown?.lines ?? []} />
        {when === 'now' && board.current && (
          <p className="small third">
            {translate([`设备报告：${board.current}`, `Reported by the device: ${board.current}`])}
          </p>
        )}
      </Stack>
    </Card>
  )
}
