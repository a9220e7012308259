/** A board with its lines, and a warning for each part of them that it cannot show. */
import { ONE_COLOUR } from '#devices/abilities/board.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import type { ProgrammeLine } from '#model/programme.ts'
import { BoardCanvas } from './BoardCanvas.tsx'
import { hiddenParts, type HiddenPart } from './dots.ts'
import type { BoardRow } from './useBoards.ts'

const wordsOf = (one: HiddenPart, rows: number): Words =>
  one.what === 'row'
    ? [`显示屏只有 ${rows} 行，看不到第 ${one.line} 行`, `The board has ${rows} rows; line ${one.line} is not seen`]
    : [
        `第 ${one.line} 行放不下，看不到“${one.text}”；改为左移可以看全`,
        `Line ${one.line} is cut: "${one.text}" is not seen; moving left shows all of it`,
      ]

export const BoardShown = ({ board, lines }: { board: BoardRow; lines: readonly ProgrammeLine[] }) => {
  const translate = useTranslate()
  const { rows, cols } = board
  if (!rows || !cols)
    return (
      <Notice tone="warn">
        {translate([
          '不知道这块显示屏的尺寸：设备没有报告，型号的规格里也没有填写行数和每行汉字',
          'The size of this board is not known: it has not reported it, and its model does not specify rows and characters',
        ])}
      </Notice>
    )
  return (
    <Stack gap={8}>
      <BoardCanvas
        {...{ rows, cols, lines }}
        oneColour={board.color === ONE_COLOUR}
        label={lines.map(line => line.text).join(' / ')}
      />
      {hiddenParts(lines, { rows, cols }).map(one => (
        <Notice key={one.line} tone="warn">
          {translate(wordsOf(one, rows))}
        </Notice>
      ))}
    </Stack>
  )
}
