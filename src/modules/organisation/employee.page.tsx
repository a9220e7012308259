/** Users of the console, by department: of the platform, partners, agencies and suppliers. */
import { useMemo, useState } from 'react'
import { Network, Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { can } from '#console/data/me.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { useNarrow } from '#console/kit/layout/useNarrow.ts'
import { EMPLOYEE_TYPES } from './page/employeeTypes.ts'
import type { user } from '#modules/identity/account/user.noun.ts'

const DepartmentTree = lazy(async () => (await import('./page/DepartmentTree.tsx')).DepartmentTree)
const DepartmentDialog = lazy(async () => (await import('./page/DepartmentDialog.tsx')).DepartmentDialog)

const PLACE = ['departmentId', 'sourceId']

const AddButton = () => {
  const translate = useTranslate()
  return can('user:add') ? (
    <Button variant="primary" icon={Plus} onPress={() => navigate('/systemManage/employeeAdd')}>
      {translate(['新增员工', 'Add employee'])}
    </Button>
  ) : null
}
const acts: LensPieces<typeof user>['acts'] = row =>
  can('user:edit')
    ? [
        {
          id: 'permission',
          label: ['权限', 'Rights'],
          onPress: () => navigate(`/systemManage/employeePermission?person=${row.id}`),
        },
      ]
    : []

export default function Employee(props: PageProps) {
  const translate = useTranslate()
  const narrow = useNarrow()
  const [choosing, setChoosing] = useState(false)
  const { filters, setFilters } = useListAddress(PLACE)
  const shown = can('department:list')
  const pieces = useMemo(
    (): LensPieces<typeof user> => ({
      where: { type: EMPLOYEE_TYPES },
      acts,
      actions: (
        <>
          {shown && narrow && (
            <Button icon={Network} onPress={() => setChoosing(true)}>
              {translate(['部门', 'Departments'])}
            </Button>
          )}
          <AddButton />
        </>
      ),
      ...(shown && !narrow
        ? {
            side: (
              <WhileLoading show={<Skeleton lines={8} />}>
                <DepartmentTree value={filters} onChange={setFilters} />
              </WhileLoading>
            ),
          }
        : {}),
    }),
    [shown, narrow, filters, setFilters, translate],
  )
  return (
    <>
      <LensPage {...props} pieces={pieces} />
      {choosing && <DepartmentDialog value={filters} onChange={setFilters} onClose={() => setChoosing(false)} />}
    </>
  )
}
