/** One field of the home's card: its heading, what it says beside it, and what it holds. */
import type { ReactNode } from 'react'
import type { Text } from '#base/text.ts'
import { useTranslate } from '#console/kit/language.tsx'

type HomeCellProps = { title: Text; note?: Text; end?: ReactNode; wide?: boolean; tall?: boolean; children: ReactNode }

export const HomeCell = ({ title, note, end, wide, tall, children }: HomeCellProps) => {
  const translate = useTranslate()
  return (
    <section
      className="dc-cell home-cell"
      data-wide={wide || undefined}
      data-tall={tall || undefined}
      aria-label={translate(title)}
    >
      <header className="dc-head">
        <h2>{translate(title)}</h2>
        {note && <small>{translate(note)}</small>}
        {end}
      </header>
      {children}
    </section>
  )
}
