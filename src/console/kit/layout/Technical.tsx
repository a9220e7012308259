/** What only support needs: behind a word that opens it. */
import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import './Technical.css'

export const Technical = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate()
  return (
    <details className="technical">
      <summary>
        <Icon of={ChevronRight} size={12} />
        {translate(['技术细节', 'Technical details'])}
      </summary>
      {children}
    </details>
  )
}
