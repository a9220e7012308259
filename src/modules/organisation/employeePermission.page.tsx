/** 员工权限: a list of people, and the permissions of the selected one. */
import { PERSON_NAME } from '#base/labelTexts.ts'
import { useState } from 'react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { EMPLOYEE_TYPES } from './page/employeeTypes.ts'
import { PersonRights } from './page/PersonRights.tsx'
import { readPage, readRow } from '#console/data/rows.ts'
import type { user } from '#modules/identity/account/user.noun.ts'
import './page/employeePermission.css'

const ReferencePick = lazy(async () => (await import('#console/crud/list/PickControls.tsx')).ReferencePick)

const NAMES = ['person', 'roleIds']
const SIZE = 50
const API = '/api/admin/user'

/** The people that the search and the role find, a page at a time. */
const usePeople = (text: string, roleIds: string | undefined) =>
  useInfiniteQuery({
    queryKey: [API, 'employees', text, roleIds],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam: current }) =>
      readPage<typeof user>(
        API,
        {
          ...{ type: EMPLOYEE_TYPES, size: SIZE, current },
          ...(text ? { nickname: text } : {}),
          ...(roleIds ? { roleIds } : {}),
        },
        signal,
      ),
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    placeholderData: keepPreviousData,
  })

export default function EmployeePermission() {
  const translate = useTranslate()
  const { filters, setFilters } = useListAddress(NAMES)
  const [looked, setLooked] = useState('')
  const { person: chosen, roleIds } = filters
  const people = usePeople(looked, roleIds)
  const rows = people.data?.pages.flatMap(({ records }) => records)
  const total = people.data?.pages[0]?.total ?? 0
  const listed = rows?.find(one => one.id === chosen)
  // The person of the address may be on a later page, or have another role.
  const { data: read } = useQuery({
    queryKey: [API, 'view', chosen],
    queryFn: ({ signal }) => readRow<typeof user>(API, chosen!, undefined, signal),
    enabled: chosen !== undefined && rows !== undefined && !listed,
  })
  const person = listed ?? (read?.id === chosen ? read : undefined)
  return (
    <div className="rights">
      <PageHead title={['员工权限', 'Staff rights']} />
      <div className="rights-page">
        <Card>
          <SearchField label={PERSON_NAME} value={looked} onChange={setLooked} />
          <div className="rights-role">
            <WhileLoading show={<Skeleton lines={1} />}>
              <ReferencePick
                label={['角色', 'Role']}
                to="role"
                value={roleIds}
                onChange={next => setFilters({ roleIds: next })}
              />
            </WhileLoading>
          </div>
          {rows ? (
            <ul className="rights-people" aria-label={translate(['员工', 'Employees'])}>
              {rows.map(one => (
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
              {rows.length === 0 && <Empty title={['没有匹配的员工', 'No matching employees']} />}
              {people.hasNextPage && (
                <li>
                  <Button variant="quiet" busy={people.isFetchingNextPage} onPress={() => void people.fetchNextPage()}>
                    {translate([`更多（共 ${total} 人）`, `More (${total} in all)`])}
                  </Button>
                </li>
              )}
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
            <Empty
              title={['请先选择员工', 'Select a person first']}
              icon={UserRoundCheck}
              note={[
                '从名单里选一位，查看和调整能用的功能、能看的数据和能控制的设备',
                'Then see and set the functions, the data and the devices this person may use',
              ]}
            />
          )}
        </Card>
      </div>
    </div>
  )
}
