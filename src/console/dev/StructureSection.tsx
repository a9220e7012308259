/** Tabs, steps, trees, cards, timelines and the states of a list. */
import { useState } from 'react'
import { Ellipsis, Radio as RadioIcon, ShieldX, UserCheck } from 'lucide-react'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { CardGrid, Tile } from '#console/kit/table/CardGrid.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Menu } from '#console/kit/overlay/Menu.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Steps } from '#console/kit/layout/Steps.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { Timeline } from '#console/kit/figure/Timeline.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { TableStates } from '#console/dev/TableStates.tsx'

const nodes: readonly TreeNode[] = Array.from({ length: 3 }, (_, site) => ({
  id: `${site}`,
  label: ['滨江壹号', '前海国际中心', '云栖小学'][site] ?? '',
  children: Array.from({ length: site === 0 ? 5 : 370 }, (__, at) => ({
    id: `${site}.${at}`,
    label: `${at + 1} 栋`,
    note: `${(at * 7) % 40} 户`,
    children:
      at % 3 === 0
        ? [
            { id: `${site}.${at}.0`, label: '1 单元' },
            { id: `${site}.${at}.1`, label: '2 单元' },
          ]
        : [],
  })),
}))

const StepsCard = () => {
  const translate = useTranslate()
  const [tab, setTab] = useState<'a' | 'b' | 'c'>('a')
  const [name, setName] = useState('')
  const [error, setError] = useState(false)
  return (
    <Card title={['标签与步骤', 'Tabs and steps']}>
      <Stack gap={24}>
        <Tabs
          label={['登录方式', 'Ways in']}
          value={tab}
          onChange={setTab}
          items={[
            { id: 'a', label: ['账号密码', 'Password'], content: () => <p>{translate(['第一页', 'The first'])}</p> },
            {
              id: 'b',
              label: ['短信验证码', 'SMS'],
              count: 6,
              content: () => <p>{translate(['第二页', 'The second'])}</p>,
            },
            { id: 'c', label: ['扫码登录', 'Scan'], disabled: true },
          ]}
        />
        <Steps
          label={['导入', 'Import']}
          onFinish={() => {
            toast.ok(['已完成', 'Done'])
          }}
          onCancel={() => {}}
          steps={[
            {
              id: '1',
              title: ['填写', 'Fill in'],
              note: ['名称', 'A name'],
              validate: () => {
                setError(name === '')
                return name !== ''
              },
              content: (
                <TextField
                  label={['名称', 'Name']}
                  required
                  value={name}
                  onChange={next => {
                    setName(next)
                    setError(false)
                  }}
                  error={error ? ['请输入名称', 'Enter a name'] : undefined}
                />
              ),
            },
            { id: '2', title: ['核对', 'Check'], content: <p>{name}</p> },
            { id: '3', title: ['完成', 'Finish'], content: <p>{translate(['就绪', 'Ready'])}</p> },
          ]}
        />
      </Stack>
    </Card>
  )
}

const StoryCard = () => (
  <Card title={['经过', 'What happened']} note={['7 步', '7 steps']}>
    <Timeline
      label={['经过', 'What happened']}
      steps={[
        {
          id: '1',
          time: '08:12:31.406',
          since: '起点',
          title: ['收到识别帧', 'Frame received'],
          note: 'MQTT 3.1.1 · 1,842 B',
          icon: RadioIcon,
          duration: '12 ms',
        },
        {
          id: '2',
          time: '08:12:31.418',
          since: '+12 ms',
          title: ['认出 周屿', 'Recognised'],
          note: '相似度 94.1%，阈值 80.0%',
          icon: UserCheck,
          tone: 'ok',
          duration: '9 ms',
        },
        {
          id: '3',
          time: '08:12:31.427',
          since: '+21 ms',
          title: ['6 条规则，第 5 条拒绝', 'Refused by rule 5'],
          note: '已在区内，不能再次进入',
          icon: ShieldX,
          tone: 'bad',
          duration: '4.3 ms',
        },
      ]}
    />
  </Card>
)

const TreeCards = () => {
  const [node, setNode] = useState<string | undefined>('0.1')
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(['0.0']))
  return (
    <>
      <Card title={['组织', 'Organisation']}>
        <Tree
          label={['组织', 'Organisation']}
          nodes={nodes}
          value={node}
          onChange={setNode}
          onAdd={() => toast.info('新增')}
          onEdit={() => toast.info('编辑')}
          onDelete={() => toast.ok(['删除成功', 'Deleted'])}
          height={280}
        />
      </Card>
      <Card title={['选择范围', 'Scope']}>
        <Tree label={['范围', 'Scope']} nodes={nodes} checked={checked} onCheck={setChecked} height={280} />
      </Card>
    </>
  )
}

const Tiles = () => (
  <CardGrid
    label={['应用', 'Applications']}
    onAdd={() => toast.info('新增')}
    addLabel={['新增应用', 'Add an application']}
  >
    {['滨江壹号', '前海国际中心'].map(title => (
      <Tile
        key={title}
        title={title}
        note="住宅小区 · 306 台"
        picture={<Avatar name={title} shape="square" size={40} />}
        status={<Pill tone="ok">{['正常', 'Fine']}</Pill>}
        onPress={() => toast.info(title)}
        menu={
          <Menu
            label={['更多', 'More']}
            trigger={<IconButton icon={Ellipsis} size="small" label={['更多', 'More']} />}
            items={[
              { id: 'a', label: ['编辑', 'Edit'] },
              { id: 'b', label: ['删除', 'Delete'], danger: true },
            ]}
          />
        }
        foot={
          <>
            <span>2,842 人</span>
            <span className="mono">2026/11/21</span>
          </>
        }
      />
    ))}
  </CardGrid>
)

const DetailCards = () => {
  const translate = useTranslate()
  return (
    <Grid columns={2} gap={20}>
      <Card title={['详情', 'Detail']}>
        <DetailView
          columns={3}
          items={[
            { label: ['名称', 'Name'], value: '东门岗控制器' },
            { label: ['序列号', 'Serial'], value: 'ACC24K7-0301', mono: true },
            { label: ['型号', 'Model'], value: null },
            { label: ['地址', 'Address'], value: '深圳市南山区滨江路 1 号东门岗亭二层弱电间', wide: true },
          ]}
        />
      </Card>
      <Card title={['其他', 'Others']}>
        <Stack gap={12}>
          <Notice tone="bad">
            {translate([
              '用户名或密码错误，请输入验证码后再试。',
              'Wrong name or password. Enter the code and try again.',
            ])}
          </Notice>
          <Notice tone="warn" action={<Button size="small">{translate(['续期', 'Renew'])}</Button>}>
            {translate(['授权 2 天后到期', 'It ends in 2 days'])}
          </Notice>
          <Notice>{translate(['同步将在夜间进行', 'It synchronises at night'])}</Notice>
          <Notice tone="ok">{translate(['已送达 318 台终端', 'Reached 318 terminals'])}</Notice>
          <Skeleton lines={2} />
          <CodeBlock title={['回调', 'Callback']}>
            {
              'curl -X POST https://erp.example.com/hook \\\n  -H "Content-Type: application/json" \\\n  -d \'{"door":2,"event":"open"}\''
            }
          </CodeBlock>
          <Empty
            note={['从右上角添加第一台设备', 'Add the first one above']}
            action={<Button variant="primary">{translate(['添加设备', 'Add'])}</Button>}
          />
        </Stack>
      </Card>
    </Grid>
  )
}

export const StructureSection = () => (
  <>
    <Grid columns={2} gap={20}>
      <StepsCard />
      <StoryCard />
      <TreeCards />
    </Grid>
    <Tiles />
    <TableStates />
    <DetailCards />
  </>
)
