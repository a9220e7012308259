/** 新增代理商: its login, the company, and the contract. */
import { agency } from './agency.noun.ts'
import { CompanyWizard, type CompanyStep } from './page/CompanyWizard.tsx'

const steps: readonly CompanyStep[] = [
  { title: ['账号信息', 'Login'], fields: ['username', 'password', 'contact', 'phone', 'roleIds'] },
  { title: ['企业信息', 'Company'], fields: ['name', 'code', 'licenseNo', 'licenseImg', 'address', 'remark'] },
  {
    title: ['合作与分成', 'Agreement'],
    fields: ['level', 'upperId', 'region', 'contractNo', 'startsOn', 'endsOn', 'shareRate', 'deviceQuota'],
  },
]

export default function AgencyEmpAdd() {
  return (
    <CompanyWizard noun={agency} title={['新增代理商', 'New agency']} steps={steps} back="/systemManage/agencyEmp" />
  )
}
