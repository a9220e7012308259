/** 抓拍记录: whom the devices of a class refused, as a wall of pictures; each opens its story. */
import type { PageProps } from '#console/app/PageProps.ts'
import { Records } from './page/Records.tsx'

export const PassageCapture = (props: PageProps) => <Records {...props} />
