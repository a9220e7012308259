/** Agencies, each with its users. */
import { Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { linkTo } from '#console/crud/row/linkTo.ts'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { agency } from './agency.noun.ts'

const CompanyDrawer = lazy(async () => (await import('./page/CompanyDrawer.tsx')).CompanyDrawer)
const Shares = lazy(async () => (await import('./page/Shares.tsx')).Shares)

const AddButton = () => {
  const translate = useTranslate()
  return can('agency:add') ? (
    <Button variant="primary" icon={Plus} onPress={() => navigate('/systemManage/agencyEmpAdd')}>
      {translate(['新增代理商', 'Add agency'])}
    </Button>
  ) : null
}
const pieces: LensPieces<typeof agency> = {
  actions: <AddButton />,
  acts: row => linkTo('agencyEmp', ['下级', 'Below it'], { upperId: row.id }),
  drawer: row => <CompanyDrawer noun={agency} row={row} shares={<Shares id={row.id} rev={row.rev} />} />,
}

export default function AgencyEmp(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
