/** Says what is being loaded, once that has taken longer than a second. */
import { createContext, use } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { useLate } from '#console/kit/layout/useLate.ts'
import './SlowWords.css'

/** What the surrounding page, drawer or dialog loads. */
export const LoadingOf = createContext<Words | undefined>(undefined)

const AFTER_MS = 1000

export const SlowWords = ({ on = true }: { on?: boolean }) => {
  const translate = useTranslate()
  const subject = use(LoadingOf)
  const slow = useLate(on, AFTER_MS)
  return (
    <span className="slow-words" role="status">
      {slow && translate(subject ? ofSubject(translate(subject)) : ['正在加载…', 'Loading…'])}
    </span>
  )
}

const ofSubject = (name: string): Words => [`正在加载${name}…`, `Loading: ${name}…`]
