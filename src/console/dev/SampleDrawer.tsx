/** The drawer of the sample list: all details of one row, and buttons to its neighbours. */
import { useState } from 'react'
import { DoorClosed, Ellipsis } from 'lucide-react'
import { type Sample } from '#console/dev/sample.ts'
import { Button } from '#console/kit/Button.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Drawer } from '#console/kit/overlay/Drawer.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Menu } from '#console/kit/overlay/Menu.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'

type SampleDrawerProps = {
  row: Sample | undefined
  /** The rows before and after it in the list. */
  previous: Sample | undefined
  next: Sample | undefined
  onShow: (id: string | undefined) => void
}

export const SampleDrawer = ({ row, previous, next, onShow }: SampleDrawerProps) => {
  const translate = useTranslate()
  const [tab, setTab] = useState<'live' | 'events'>('live')
  return (
    <Drawer
      open={row !== undefined}
      onClose={() => onShow(undefined)}
      icon={DoorClosed}
      title={row?.name ?? ''}
      note={<span className="mono">{row?.serial} · AC-4Pro</span>}
      onPrevious={previous && (() => onShow(previous.id))}
      onNext={next && (() => onShow(next.id))}
      actions={
        <Menu
          label={['更多', 'More']}
          placement="bottom end"
          trigger={<IconButton icon={Ellipsis} size="small" label={['更多', 'More']} />}
          items={[
            { id: 'a', label: ['重启', 'Restart'] },
            'separator',
            { id: 'b', label: ['删除', 'Delete'], danger: true },
          ]}
        />
      }
      top={
        <Tabs
          label={['设备', 'Device']}
          value={tab}
          onChange={setTab}
          items={[
            { id: 'live', label: ['实时状态', 'Live'] },
            { id: 'events', label: ['事件', 'Events'], count: 6 },
          ]}
        />
      }
      foot={
        <>
          <Button>{translate(['编辑', 'Edit'])}</Button>
          <Button variant="primary">{translate(['开门', 'Open'])}</Button>
        </>
      }
    >
      <DetailView
        items={[
          { label: ['心跳', 'Heartbeat'], value: '4 秒前' },
          { label: ['往返', 'Round trip'], value: '18 ms' },
          { label: ['地址', 'Address'], value: <Copyable>10.5.149.89</Copyable> },
          { label: ['备注', 'Remark'], value: '' },
          { label: ['报文', 'Frame'], value: <CodeBlock>{'{ "cmd": "open", "door": 2 }'}</CodeBlock>, wide: true },
        ]}
      />
    </Drawer>
  )
}
