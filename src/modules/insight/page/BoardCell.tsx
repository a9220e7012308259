/** One field of a board: its heading, what is said beside it, and what it holds. */
import type { ReactNode } from 'react'
import type { Text } from '#base/text.ts'
import { LoadingOf } from '#console/kit/layout/SlowWords.tsx'
import { useTranslate } from '#console/kit/language.tsx'

type BoardCellProps = { title: Text; note?: Text; end?: ReactNode; wide?: boolean; tall?: boolean; children: ReactNode }

export const BoardCell = ({ title, note, end, wide, tall, children }: BoardCellProps) => {
  const translate = useTranslate()
  return (
    <section
      className="dc-cell"
      data-wide={wide || undefined}
      data-tall={tall || undefined}
      aria-label={translate(title)}
    >
      <header className="dc-head">
        <h2>{translate(title)}</h2>
        {note && <small>{translate(note)}</small>}
        {end}
      </header>
      <LoadingOf value={title}>{children}</LoadingOf>
    </section>
  )
}
