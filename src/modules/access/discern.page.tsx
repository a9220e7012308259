/** 识别记录: the passages of one device class. */
import type { PageProps } from '#console/app/PageProps.ts'
import { Records } from './page/Records.tsx'

export const Discern = (props: PageProps) => <Records {...props} />
