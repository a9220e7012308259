/** Mounts the console; `main` passes the loader of the registry, which runs only after sign-in. */
import { createRoot } from 'react-dom/client'
import { appIdOf } from '#console/app/place.ts'
import { Root, type ConsoleSource } from '#console/app/Root.tsx'
import { signOutHere } from '#console/app/signOut.ts'
import { setRequestHost } from '#console/data/request.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'

export const start = (source: ConsoleSource): void => {
  setRequestHost({ appId: () => appIdOf(location.pathname), expired: () => signOutHere({ remember: true }) })
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <KitRoot>
        <Root source={source} />
      </KitRoot>,
    )
}
