/** The button that shows the current application. */
import { Building2, ChevronsUpDown, LayoutGrid } from 'lucide-react'
import { applicationNote } from '#console/app/shell/applicationNote.ts'
import type { Application } from '#console/app/useApplication.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { TriggerProps } from '#console/kit/overlay/Popover.tsx'

export type AppTriggerProps = TriggerProps & { application: Application | undefined; appId: string | undefined }

export const AppTrigger = ({ application, appId, ref, onPress, ...aria }: AppTriggerProps) => {
  const translate = useTranslate()
  return (
    <button type="button" ref={ref} className="app-switch" {...aria} onClick={() => onPress?.()}>
      <span className="app-badge" data-quiet={appId === undefined || undefined}>
        {application ? [...application.name][0] : <Icon of={appId === undefined ? Building2 : LayoutGrid} />}
      </span>
      <span className="app-words">
        <b className="ellipsis">{application?.name ?? (appId === undefined ? translate(['平台', 'Platform']) : '…')}</b>
        <small className="ellipsis">
          {application
            ? applicationNote(application, translate)
            : appId === undefined
              ? translate(['选择应用进入', 'Choose an app'])
              : ''}
        </small>
      </span>
      <Icon of={ChevronsUpDown} size={14} />
    </button>
  )
}
