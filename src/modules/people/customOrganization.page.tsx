/** 自定义组织: the organisations of an application, with the fields of its template. */
import type { PageProps } from '#console/app/PageProps.ts'
import { ExtendedPage } from './page/ExtendedPage.tsx'

export default function CustomOrganizationPage(props: PageProps) {
  return <ExtendedPage {...props} kind="organization" />
}
