/** A full page with a message and links, in the style of the login picture. */
import { type ReactNode } from 'react'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Signpost.css'

export type SignpostProps = {
  icon: IconShape
  code?: string
  title: Words
  note: Words
  path: string
  actions: ReactNode
  /** Outside the shell. */ standalone?: boolean
}

const Plot = lazy(async () => (await import('#console/app/SignpostPlot.tsx')).SignpostPlot)

export const Signpost = ({ icon, code, title, note, path, actions, standalone }: SignpostProps) => {
  const translate = useTranslate()
  return (
    <div className="signpost" data-standalone={standalone || undefined}>
      <WhileLoading show={<span className="signpost-plot" />}>
        <Plot />
      </WhileLoading>
      <h1>
        <Icon of={icon} size={20} />
        {code && <span className="signpost-code">{code}</span>}
        {translate(title)}
      </h1>
      <p>{translate(note)}</p>
      <code className="mono">{path}</code>
      <div className="signpost-actions">{actions}</div>
    </div>
  )
}
