/** Mounts the kit's own page at /dev/kit while developing. */
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
