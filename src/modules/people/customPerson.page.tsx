/** 自定义人员: the people of an application with the fields of its template, beside the tree of organisations. */
import type { PageProps } from '#console/app/PageProps.ts'
import { GrownPage } from './page/GrownPage.tsx'

export default function CustomPersonPage(props: PageProps) {
  return <GrownPage {...props} kind="person" />
}
