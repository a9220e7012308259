/** Tables without rows (empty, loading, failed), and one with very many. */
import { samples, type Sample } from '#console/dev/sample.ts'
import { Card } from '#console/kit/layout/Card.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

const columns: readonly Column<Sample>[] = [
  { key: 'name', label: ['名称', 'Name'] },
  { key: 'serial', label: ['序列号', 'Serial'], mono: true, width: 140 },
  { key: 'people', label: ['人数', 'People'], align: 'right', width: 88 },
]
const none: readonly Sample[] = []
const long = samples(1200)
const keyOf = (row: Sample): string => row.id

export const TableStates = () => (
  <>
    <Grid columns={3} gap={20}>
      <Card title={['空', 'Empty']} flush>
        <Table
          name="kit-empty"
          label={['空表', 'Empty']}
          shortcuts={false}
          columns={columns}
          rows={none}
          rowKey={keyOf}
          onRefresh={() => toast.info(['已刷新', 'Refreshed'])}
        />
      </Card>
      <Card title={['加载', 'Loading']} flush>
        <Table
          name="kit-loading"
          label={['加载中', 'Loading']}
          shortcuts={false}
          columns={columns}
          rows={none}
          rowKey={keyOf}
          loading
          skeletonRows={5}
        />
      </Card>
      <Card title={['出错', 'Failed']} flush>
        <Table
          name="kit-failed"
          label={['出错', 'Failed']}
          shortcuts={false}
          columns={columns}
          rows={none}
          rowKey={keyOf}
          error={{
            title: ['连接不上服务器', 'The server cannot be reached'],
            note: ['网络中断，30 秒后重试', 'The network is down'],
          }}
          onRefresh={() => {}}
        />
      </Card>
    </Grid>
    <Card title={['一千二百行', 'Twelve hundred rows']} flush>
      <div className="kit-page-long">
        <Table
          name="kit-long"
          label={['长表', 'Long']}
          shortcuts={false}
          rowHeight={36}
          index
          columns={columns}
          rows={long}
          rowKey={keyOf}
          onOpen={row => toast.info(row.name)}
        />
      </div>
    </Card>
  </>
)
