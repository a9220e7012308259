/** Sites: a list and a map; a new or changed one is filled in on a page of its own. */
import { useEffect, useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { site } from './site.noun.ts'

/** Leads to the page of a site, or of a new one. */
const ToPage = ({ href, onClose }: { href: string; onClose: () => void }) => {
  useEffect(() => {
    onClose()
    navigate(href)
  }, [href, onClose])
  return null
}

export default function SiteManage(props: PageProps) {
  const { appId } = props
  const pieces = useMemo(
    (): LensPieces<typeof site> => ({
      form: ({ row, onClose }) => (
        <ToPage href={`/apply/siteEdit/${appId}${row ? `?id=${row.id}` : ''}`} onClose={onClose} />
      ),
    }),
    [appId],
  )
  return <LensPage {...props} pieces={pieces} />
}
