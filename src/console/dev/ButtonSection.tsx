/** Buttons, links, pills, badges and avatars. */
import { Bell, Check, Mail, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Badge } from '#console/kit/Badge.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Counted } from '#console/kit/Counted.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { Pill, Status } from '#console/kit/Pill.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Tooltip } from '#console/kit/overlay/Tooltip.tsx'

export const ButtonSection = () => {
  const translate = useTranslate()
  return (
    <Card title={['按钮与状态', 'Buttons and states']}>
      <Stack>
        <Row wrap>
          <Button variant="primary" icon={Plus}>
            {translate(['新增', 'Add'])}
          </Button>
          <Button>{translate(['导出', 'Export'])}</Button>
          <Button variant="quiet">{translate(['取消', 'Cancel'])}</Button>
          <Button variant="danger" icon={Trash2}>
            {translate(['删除', 'Delete'])}
          </Button>
          <Button tone="bad">{translate(['撤销授权', 'Revoke'])}</Button>
          <Button variant="quiet" tone="bad">
            {translate(['移除', 'Remove'])}
          </Button>
          <Button pressed>{translate(['常开', 'Keep open'])}</Button>
          <Button variant="primary" busy>
            {translate(['保存', 'Save'])}
          </Button>
          <Button busy>{translate(['保存中', 'Saving'])}</Button>
          <Button disabled>{translate(['不可用', 'Disabled'])}</Button>
          <Button variant="primary" disabled icon={Check}>
            {translate(['不可用', 'Disabled'])}
          </Button>
        </Row>
        <Row wrap>
          <Button size="small">{translate(['小', 'Small'])}</Button>
          <Button>{translate(['中', 'Medium'])}</Button>
          <Button size="large" variant="primary">
            {translate(['登 录', 'Log in'])}
          </Button>
          <Button size="huge" variant="primary">
            {translate(['放行', 'Let in'])}
          </Button>
          <IconButton icon={RefreshCw} label={['刷新', 'Refresh']} />
          <IconButton icon={Bell} pip label={['通知', 'Notices']} />
          <IconButton icon={RefreshCw} variant="secondary" label={['刷新', 'Refresh']} />
          <IconButton icon={RefreshCw} size="small" label={['刷新', 'Refresh']} pressed />
          <IconButton icon={RefreshCw} disabled label={['刷新', 'Refresh']} />
          <Link href="/">{translate(['链接', 'A link'])}</Link>
          <Link onPress={() => {}}>{translate(['像链接的按钮', 'A button like a link'])}</Link>
          <Tooltip tip={['上次离线 11-09', 'Last offline 11-09']}>
            <span>{translate(['悬停看提示', 'Hover for a tip'])}</span>
          </Tooltip>
        </Row>
        <Row wrap gap={12}>
          <Pill tone="ok">{['在线', 'Online']}</Pill>
          <Pill tone="bad">{['失败', 'Failed']}</Pill>
          <Pill tone="warn">{['已过期', 'Expired']}</Pill>
          <Pill tone="off">{['离线', 'Offline']}</Pill>
          <Pill tone="unknown">{['未知', 'Unknown']}</Pill>
          <Pill tone="busy">{['升级中', 'Upgrading']}</Pill>
          <Pill tone="info">{['新', 'New']}</Pill>
          <Pill tone="ok" variant="plain">
            {['在线', 'Online']}
          </Pill>
          <Counted count={3} tone="bad" urgent>
            <IconButton icon={Bell} label={['告警', 'Alarms']} />
          </Counted>
          <Counted count={120} tone="info">
            <IconButton icon={Mail} label={['通知', 'Notices']} />
          </Counted>
          <Badge>{12}</Badge>
          <Badge tone="bad">{120}</Badge>
          <Badge tone="info">NEW</Badge>
          <Badge tone="ok">{3}</Badge>
          <Badge tone="warn">{['2 天', '2 d'][0] ?? ''}</Badge>
          <LiveDot />
          <LiveDot state="late" />
          <LiveDot state="lost" />
          <LiveDot state="paused" />
        </Row>
        <Row wrap gap={20}>
          <Status tone="ok" word={['在线', 'Online']} note={['延迟 18 ms', '18 ms']} />
          <Status tone="bad" word={['强行闯入', 'Forced open']} note={['2 号门 · 2 分钟前', 'Door 2 · 2 min ago']} />
          <Status tone="warn" word={['开门超时', 'Held open']} note={['已 96 秒', '96 s']} />
          <Status tone="off" word={['离线 2 天', 'Offline 2 d']} note={['市电断', 'Power cut']} />
          <Status tone="unknown" word={['未知', 'Unknown']} note={['从未上线', 'Never seen']} />
          <Row>
            <Avatar name="林晓" />
            <Avatar name="Ada Byron" size={40} />
            <Avatar name="滨江壹号" shape="square" />
            <Avatar name="王建国" shape="square" size={56} />
            <Avatar name="何" size={24} src="/no-such-picture.jpg" />
          </Row>
        </Row>
      </Stack>
    </Card>
  )
}
