/** Mounts the page of the kit at /dev/kit during development. */
import { createRoot } from 'react-dom/client'
import { KitPage } from '#console/dev/KitPage.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <KitRoot>
      <KitPage />
    </KitRoot>,
  )
