/** A company in the drawer: its details and its users. */
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#base/time.ts'
import type { Noun } from '#model/noun.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { allNames } from '#console/crud/lensFields.ts'
import type { RowOf } from '#model/row.ts'
import { can } from '#console/data/me.ts'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import type { user } from '#modules/identity/account/user.noun.ts'
import type { agency } from '../agency.noun.ts'
import type { supplier } from '../supplier.noun.ts'
import { readPage } from '#console/data/rows.ts'

const HIDDEN = new Set(['username', 'password', 'roleIds'])
const MOST = 50

type CompanyDrawerProps = {
  noun: Noun
  row: RowOf<typeof agency> | RowOf<typeof supplier>
  /** What only one kind of company has. */
  shares?: ReactNode
}

export function CompanyDrawer({ noun, row, shares }: CompanyDrawerProps) {
  const translate = useTranslate()
  const people = useQuery({
    queryKey: ['/api/admin/user', 'of', row.id],
    queryFn: ({ signal }) => readPage<typeof user>('/api/admin/user', { sourceId: row.id, size: MOST }, signal),
    enabled: can('user:list'),
  })
  return (
    <Stack gap={20}>
      <DetailView
        items={detailsOf(
          noun,
          row,
          allNames(noun).filter(name => !HIDDEN.has(name)),
          translate,
        )}
      />
      {shares}
      {people.data && (
        <DetailView
          title={['账号', 'Accounts']}
          items={people.data.records.map(person => ({
            label: [person.nickname ?? person.username, person.nickname ?? person.username],
            value: (
              <>
                <span className="mono">{person.username}</span>{' '}
                {person.main && <Pill tone="info">{translate(['主账号', 'Main'])}</Pill>}
                {person.state !== 0 && <Pill tone="warn">{translate(['锁定', 'Locked'])}</Pill>}
                <br />
                <span className="third mono">
                  {person.lastLoginAt ? showInstant(person.lastLoginAt) : translate(['从未登录', 'Never signed in'])}
                </span>
              </>
            ),
          }))}
        />
      )}
    </Stack>
  )
}
