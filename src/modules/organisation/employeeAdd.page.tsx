/** 新增员工: a new user of the own organisation, or of any organisation for platform staff. */
import { SAVE } from '#base/texts.ts'
import { ADDED } from '#base/dialogTexts.ts'
import { useMemo } from 'react'
import type { Fields } from '#model/field.ts'
import { DefinedForm } from '#console/crud/form/DefinedForm.tsx'
import { useMe } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { nounOf } from '#console/data/registry.ts'
import { post } from '#console/data/request.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { employeeLens } from './employee.noun.ts'

const NAMES = [
  'username',
  'nickname',
  'password',
  'phone',
  'email',
  'departmentId',
  'roleIds',
  'appScope',
  'appIds',
] as const
const PLATFORM_NAMES = [...NAMES.slice(0, 5), 'type', 'sourceId', ...NAMES.slice(5)]
/** The user who adds an employee passes the password on, so that it is required here. */
const FIRST_PASSWORD = {
  required: true,
  help: ['至少8位，首次登录须修改', 'At least 8 characters; changed at the first sign-in'],
} as const
const EMPLOYEES = employeeLens.path
const ADMIN = 0
const STAFF = 1
/** The usual value for employees, preset in the form. */
const EVERY_APPLICATION = 1

export default function EmployeeAdd() {
  const me = useMe()
  const type = me?.sysUser.type ?? STAFF
  const platform = type <= STAFF
  const fields = useMemo((): Fields => {
    const user = nounOf('user')
    return Object.fromEntries(
      (platform ? PLATFORM_NAMES : NAMES).flatMap(name => {
        const field = user?.fields[name]
        return field ? [[name, name === 'password' ? { ...field, ...FIRST_PASSWORD } : field]] : []
      }),
    )
  }, [platform])
  return (
    <Stack gap={16}>
      <PageHead title={['新增员工', 'New employee']} />
      <Card measured>
        <DefinedForm
          fields={fields}
          draft="employee"
          start={{ appScope: EVERY_APPLICATION, ...(platform ? { type: type === ADMIN ? STAFF : undefined } : {}) }}
          submitLabel={SAVE}
          onCancel={() => navigate(EMPLOYEES)}
          onSubmit={async values => {
            await post('/api/admin/user', platform ? values : { ...values, type }, { quiet: true })
            void invalidateRows('/api/admin/user')
            toast.ok(ADDED)
            navigate(EMPLOYEES)
          }}
        />
      </Card>
    </Stack>
  )
}
