/** 人员管理 of a device class: the same people with the same fields of the template. */
import type { PageProps } from '#console/app/PageProps.ts'
import { ExtendedPage } from './page/ExtendedPage.tsx'

export default function PersonPage(props: PageProps) {
  return <ExtendedPage {...props} kind="person" />
}
