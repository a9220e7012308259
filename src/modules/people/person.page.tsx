/** 人员管理 of a device class: the same people with the same fields of the template. */
import type { PageProps } from '#console/app/PageProps.ts'
import { GrownPage } from './page/GrownPage.tsx'

export default function PersonPage(props: PageProps) {
  return <GrownPage {...props} kind="person" />
}
