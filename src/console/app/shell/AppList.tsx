/** Chooses one of the applications that the user may enter. */
import { useState } from 'react'
import { Check } from 'lucide-react'
import { applicationNote } from '#console/app/shell/applicationNote.ts'
import { useApplications } from '#console/app/useApplication.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { useTranslate } from '#console/kit/language.tsx'

type AppListProps = { appId?: string | undefined; onChoose: (id: string) => void }

export const AppList = ({ appId, onChoose }: AppListProps) => {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const { data, waiting } = useApplications(text)
  return (
    <>
      <SearchField label={['查找应用', 'Find an application']} value={text} onChange={setText} shortcut={null} />
      <div className="app-list">
        {data?.records.map(one => (
          <button
            key={one.id}
            type="button"
            className="app-option"
            aria-current={one.id === appId || undefined}
            onClick={() => onChoose(one.id)}
          >
            <span className="app-badge">{[...one.name][0]}</span>
            <span className="app-words">
              <b className="ellipsis">{one.name}</b>
              <small className="ellipsis">{applicationNote(one, translate)}</small>
            </span>
            {one.id === appId && <Icon of={Check} size={14} />}
          </button>
        ))}
        {data?.total === 0 && !waiting && (
          <p className="app-none">
            {translate(text ? ['没有匹配的应用', 'No match'] : ['还没有应用', 'No applications yet'])}
          </p>
        )}
      </div>
    </>
  )
}
