/** The applications to choose from, with links to the list of all and to the platform. */
import { Building2, LayoutGrid } from 'lucide-react'
import { AppList } from '#console/app/shell/AppList.tsx'
import { AppTrigger, type AppTriggerProps } from '#console/app/shell/AppTrigger.tsx'
import { pagesBelow } from '#console/app/menuTree.ts'
import { useMenu } from '#console/app/useMenu.ts'
import { can, useMe } from '#console/data/me.ts'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Popover } from '#console/kit/overlay/Popover.tsx'

const Elsewhere = ({ icon, label, onFollow }: { icon: IconShape; label: Words; onFollow: () => void }) => {
  const translate = useTranslate()
  return (
    <button type="button" className="app-option" onClick={onFollow}>
      <span className="app-badge" data-quiet>
        <Icon of={icon} />
      </span>
      <span className="app-words">
        <b>{translate(label)}</b>
      </span>
    </button>
  )
}

const Choices = ({ appId, close }: { appId: string | undefined; close: () => void }) => {
  const home = useMe()?.home ?? '/home'
  // Who has no page above the applications is only led from one to another.
  const { menu } = useMenu(undefined)
  const above = menu?.some(area => area.path !== '/applyHome' && pagesBelow(area).length > 0)
  const follow = (href: string): void => {
    close()
    navigate(href)
  }
  return (
    <>
      <AppList appId={appId} onChoose={id => follow(`/applyLayout/${id}`)} />
      {above && (
        <>
          <div className="app-rule" />
          <div className="app-list" data-last>
            {can('application:list') && (
              <Elsewhere
                icon={LayoutGrid}
                label={['全部应用', 'All applications']}
                onFollow={() => follow(`${home}/apply`)}
              />
            )}
            {appId !== undefined && (
              <Elsewhere icon={Building2} label={['返回平台', 'Back to the platform']} onFollow={() => follow(home)} />
            )}
          </div>
        </>
      )}
    </>
  )
}

export default function AppChoices({ onFollow, ...trigger }: AppTriggerProps & { onFollow: (() => void) | undefined }) {
  return (
    <Popover label={['切换应用', 'Switch application']} width={280} trigger={<AppTrigger {...trigger} />}>
      {close => (
        <Choices
          appId={trigger.appId}
          close={() => {
            close()
            onFollow?.()
          }}
        />
      )}
    </Popover>
  )
}
