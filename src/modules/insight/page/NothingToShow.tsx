/** In place of a board whose reader may read nothing that it shows. */
import { Empty } from '#console/kit/layout/Empty.tsx'

export const NothingToShow = () => (
  <Empty
    title={['没有可查看的数据', 'Nothing to show']}
    note={[
      '您的角色没有查看设备、人员或通行记录的权限',
      'Your roles have no permission to see devices, people or passages',
    ]}
  />
)
