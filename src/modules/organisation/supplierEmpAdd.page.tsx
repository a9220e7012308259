/** 新增供应商: its login, the company, and what it delivers. */
import { CompanyWizard, type CompanyStep } from './page/CompanyWizard.tsx'
import { supplier } from './supplier.noun.ts'

const steps: readonly CompanyStep[] = [
  { title: ['账号信息', 'Login'], fields: ['username', 'password', 'contact', 'phone', 'roleIds'] },
  { title: ['企业信息', 'Company'], fields: ['name', 'code', 'shortName', 'licenseNo', 'licenseImg', 'address'] },
  { title: ['供货与对接', 'Delivery'], fields: ['classes', 'techContact', 'remark'] },
]

export default function SupplierEmpAdd() {
  return (
    <CompanyWizard
      noun={supplier}
      title={['新增供应商', 'New supplier']}
      steps={steps}
      back="/systemManage/supplierEmp"
    />
  )
}
