/** People who work in the console: of the platform, partners, agencies and suppliers. */
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/LensPage.tsx'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { useSay } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { EMPLOYEE_TYPES } from './page/employeeTypes.ts'

const AddButton = () => {
  const say = useSay()
  return can('user:add') ? (
    <Button variant="primary" icon={Plus} onPress={() => navigate('/systemManage/employeeAdd')}>
      {say(['新增员工', 'Add an employee'])}
    </Button>
  ) : null
}
const pieces: LensPieces = {
  where: { type: EMPLOYEE_TYPES },
  actions: <AddButton />,
  acts: row =>
    can('user:edit')
      ? [
          {
            id: 'permission',
            label: ['权限', 'Rights'],
            onPress: () => navigate(`/systemManage/employeePermission?person=${row.id}`),
          },
        ]
      : [],
}

export default function Employee(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
