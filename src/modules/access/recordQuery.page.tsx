/** 记录查询: the passages of the whole application. */
import type { PageProps } from '#console/app/PageProps.ts'
import { Records } from './page/Records.tsx'

export const RecordQuery = (props: PageProps) => <Records {...props} />
