/** 员工权限: a list of people, and the permissions of the selected one. */
import { PERSON_NAME } from '#base/labelTexts.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { EMPLOYEE_TYPES } from './page/employeeTypes.ts'
import { PersonRights } from './page/PersonRights.tsx'
import { readPage } from '#console/data/rows.ts'
import type { user } from '#modules/identity/account/user.noun.ts'
import './page/employeePermission.css'

const NAMES = ['person']
const MOST = 100

export default function EmployeePermission() {
  const translate = useTranslate()
  const { filters, setFilters } = useListAddress(NAMES)
  const [looked, setLooked] = useState('')
  const people = useQuery({
    queryKey: ['/api/admin/user', 'employees', looked],
    queryFn: ({ signal }) =>
      readPage<typeof user>(
        '/api/admin/user',
        { type: EMPLOYEE_TYPES, size: MOST, ...(looked ? { nickname: looked } : {}) },
        signal,
      ),
    placeholderData: old => old,
  })
  const chosen = filters.person
  const person = people.data?.records.find(one => one.id === chosen)
  return (
    <Stack gap={16}>
      <PageHead title={['员工权限', 'Staff rights']} />
      <div className="rights-page">
        <Card>
          <SearchField label={PERSON_NAME} value={looked} onChange={setLooked} />
          {people.data ? (
            <ul className="rights-people" aria-label={translate(['员工', 'Employees'])}>
              {people.data.records.map(one => (
                <li key={one.id}>
                  <button
                    type="button"
                    aria-current={one.id === chosen || undefined}
                    onClick={() => setFilters({ person: one.id })}
                  >
                    <Avatar name={one.nickname ?? one.username} size={32} />
                    <span>
                      <b>{one.nickname ?? one.username}</b>
                      <small>{[one.username, ...(one.roleNames ?? [])].join(' · ')}</small>
                    </span>
                  </button>
                </li>
              ))}
              {people.data.records.length === 0 && <Empty title={['没有匹配的员工', 'Nobody of that name']} />}
            </ul>
          ) : people.isError ? (
            <ErrorState note={people.error.message} onRetry={() => void people.refetch()} />
          ) : (
            <Skeleton lines={8} />
          )}
        </Card>
        <Card
          {...(person
            ? { title: [person.nickname ?? person.username, person.nickname ?? person.username] as const }
            : {})}
        >
          {chosen ? (
            <PersonRights key={chosen} id={chosen} />
          ) : (
            <Empty title={['请先选择员工', 'Select a person first']} />
          )}
        </Card>
      </div>
    </Stack>
  )
}
