/** Permission groups, with recently revoked rights that are not yet removed from every device. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { RevocationNotice } from '#console/crud/act/RevocationNotice.tsx'
import { can } from '#console/data/me.ts'
import type { authGroup } from './access.noun.ts'

export const AuthGroupPage = (props: PageProps) => {
  const { appId } = props
  const pieces = useMemo(
    (): LensPieces<typeof authGroup> => ({
      // A sentence of up to four counts.
      columns: { delivery: { grow: 3 } },
      ...(can('personAuth:revocations')
        ? { above: <RevocationNotice path="/api/person/auth/revocations" appId={appId} /> }
        : {}),
    }),
    [appId],
  )
  return <LensPage {...props} pieces={pieces} />
}
