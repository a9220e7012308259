/** Suppliers, each with its users. */
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { linkTo } from '#console/crud/row/linkTo.ts'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { supplier } from './supplier.noun.ts'

const CompanyDrawer = lazy(async () => (await import('./page/CompanyDrawer.tsx')).CompanyDrawer)

const AddButton = () => {
  const translate = useTranslate()
  return can('supplier:add') ? (
    <Button variant="primary" icon={Plus} onPress={() => navigate('/systemManage/supplierEmpAdd')}>
      {translate(['新增供应商', 'Add supplier'])}
    </Button>
  ) : null
}
const pieces: LensPieces<typeof supplier> = {
  actions: <AddButton />,
  acts: row => linkTo('deviceVendor', ['厂商', 'Vendors'], { supplierId: row.id }),
  drawer: row => <CompanyDrawer noun={supplier} row={row} />,
}

export default function SupplierEmp(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
