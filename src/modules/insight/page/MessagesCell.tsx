/** Messages of the last 31 minutes, up and down. */
import { DOWNSTREAM, UPSTREAM } from '#base/figureTexts.ts'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { BoardCell } from './BoardCell.tsx'
import { sum, type Series } from './overview.ts'

export const MessagesCell = ({ minutes, height }: { minutes: Series['minutes']; height: number }) => {
  const translate = useTranslate()
  return (
    <BoardCell
      title={['消息', 'Messages']}
      note={['近 31 分钟', '31 minutes']}
      end={
        <span>
          <span className="dc-key">
            {translate(UPSTREAM)} {sum(minutes.up)}
          </span>
          <span className="dc-key" data-second="">
            {translate(DOWNSTREAM)} {sum(minutes.down)}
          </span>
        </span>
      }
    >
      <Bars
        values={minutes.up}
        below={minutes.down}
        labels={minutes.labels}
        running={30}
        label={translate(['每分钟消息数', 'Messages per minute'])}
        height={height}
      />
    </BoardCell>
  )
}
