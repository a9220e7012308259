/** 自定义人员: the people of an application, with the fields of its template, beside the tree of organisations. */
import type { PageProps } from '#console/app/PageProps.ts'
import { ExtendedPage } from './page/ExtendedPage.tsx'

export default function CustomPersonPage(props: PageProps) {
  return <ExtendedPage {...props} kind="person" />
}
