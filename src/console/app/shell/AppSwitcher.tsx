/** The current application, with links to other applications and to the platform. */
import { AppTrigger } from '#console/app/shell/AppTrigger.tsx'
import { areaOf } from '#console/app/menuTree.ts'
import { useApplication } from '#console/app/useApplication.ts'
import { useMenu } from '#console/app/useMenu.ts'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'

const load = () => import('#console/app/shell/AppChoices.tsx')
const AppChoices = lazy(async () => (await load()).default)

export const AppSwitcher = ({ appId, onFollow }: { appId: string | undefined; onFollow: (() => void) | undefined }) => {
  const application = useApplication(appId)
  // On the few pages without an application that everybody has, it is the way back.
  const { menu } = useMenu(appId)
  const worksIn = (areaOf(menu ?? [], '/applyHome')?.children.length ?? 0) > 0
  if (appId === undefined && !can('application:list') && !worksIn) return null
  return (
    <Deferred
      load={load}
      placeholder={begin => (
        <AppTrigger
          application={application}
          appId={appId}
          aria-haspopup="dialog"
          aria-expanded={false}
          onPress={begin}
        />
      )}
    >
      <AppChoices application={application} appId={appId} onFollow={onFollow} />
    </Deferred>
  )
}
