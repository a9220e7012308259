/** 自定义组织: the organisations of an application with the fields of its template. */
import type { PageProps } from '#console/app/PageProps.ts'
import { GrownPage } from './page/GrownPage.tsx'

export default function CustomOrganizationPage(props: PageProps) {
  return <GrownPage {...props} kind="organization" />
}
