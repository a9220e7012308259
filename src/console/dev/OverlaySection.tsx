/** All overlays: dialogs, the confirm dialog, toasts, menus, popovers. */
import { useState } from 'react'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { Drawer } from '#console/kit/overlay/Drawer.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Menu } from '#console/kit/overlay/Menu.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { Popover } from '#console/kit/overlay/Popover.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

export const OverlaySection = () => {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const [wide, setWide] = useState(false)
  const [name, setName] = useState('')
  const [type, setType] = useState<string>()
  const [count, setCount] = useState<number | undefined>(0)
  const [busy, setBusy] = useState(false)
  const close = (): void => {
    setOpen(false)
    setName('')
  }
  return (
    <Card title={['浮层', 'Overlays']}>
      <Row wrap>
        <Button onPress={() => setOpen(true)}>{translate(['打开对话框', 'Open a dialog'])}</Button>
        <Button
          onPress={() =>
            void confirm({ message: ['确定重启该设备？', 'Restart the device?'] }).then(ok =>
              toast.info(ok ? ['已确定', 'Confirmed'] : ['已取消', 'Cancelled']),
            )
          }
        >
          {translate(['确认', 'Confirm'])}
        </Button>
        <Button
          tone="bad"
          onPress={() =>
            void confirm({
              message: ['删除后不可恢复，确定删除“东门岗控制器”？', 'This cannot be undone. Delete it?'],
              danger: true,
            })
          }
        >
          {translate(['危险确认', 'Dangerous'])}
        </Button>
        <Button onPress={() => toast.ok(['保存成功', 'Saved'])}>{translate(['成功提示', 'Toast ok'])}</Button>
        <Button onPress={() => toast.error()}>{translate(['失败提示', 'Toast error'])}</Button>
        <Button
          onPress={() =>
            toast.warn(['已删除 3 台设备', '3 devices deleted'], {
              label: ['撤销', 'Undo'],
              onPress: () => toast.ok(['已撤销', 'Undone']),
            })
          }
        >
          {translate(['可撤销', 'With undo'])}
        </Button>
        <Menu
          label={['更多操作', 'More']}
          trigger={<Button iconEnd={Ellipsis}>{translate(['菜单', 'Menu'])}</Button>}
          items={[
            {
              id: 'edit',
              label: ['编辑', 'Edit'],
              icon: Pencil,
              end: 'E',
              onPress: () => toast.info(['编辑', 'Edit']),
            },
            { id: 'copy', label: ['复制', 'Duplicate'], icon: Copy, note: ['含授权', 'With grants'] },
            { id: 'off', label: ['不可用', 'Unavailable'], disabled: true },
            'separator',
            { id: 'delete', label: ['删除', 'Delete'], icon: Trash2, danger: true },
          ]}
        />
        <Popover
          label={['详情', 'Detail']}
          width={280}
          trigger={<IconButton icon={Ellipsis} variant="secondary" label={['弹出', 'Popover']} />}
        >
          {closeIt => (
            <Stack gap={12}>
              <p>{translate(['照片里的脸太小，设备取不出特征。', 'The face is too small.'])}</p>
              <Row>
                <Button variant="primary" onPress={closeIt}>
                  {translate(['换照片', 'Change it'])}
                </Button>
              </Row>
            </Stack>
          )}
        </Popover>
        <Button onPress={() => setWide(true)}>{translate(['宽抽屉', 'Wide drawer'])}</Button>
      </Row>
      <Dialog
        open={open}
        onClose={close}
        title={['新增设备', 'Add a device']}
        dirty={name !== ''}
        busy={busy}
        onSubmit={() => {
          setBusy(true)
          setTimeout(() => {
            setBusy(false)
            close()
            toast.ok(['保存成功', 'Saved'])
          }, 800)
        }}
      >
        <Grid>
          <TextField label={['设备名称', 'Device name']} required autoFocus value={name} onChange={setName} />
          <TextField label={['序列号', 'Serial']} required value="" onChange={() => {}} mono />
          <Select
            label={['设备类型', 'Type']}
            required
            value={type}
            onChange={setType}
            options={[
              { id: 'face', label: '人脸门禁' },
              { id: 'gate', label: '道闸' },
            ]}
          />
          <NumberField label={['授权人数', 'People']} value={count} onChange={setCount} />
          <Wide>
            <TextArea label={['备注', 'Remark']} value="" onChange={() => {}} />
          </Wide>
        </Grid>
      </Dialog>
      <Drawer
        open={wide}
        wide
        onClose={() => setWide(false)}
        title={['编辑规则', 'Edit the rule']}
        foot={
          <Button variant="primary" onPress={() => setWide(false)}>
            {translate(['保存', 'Save'])}
          </Button>
        }
      >
        <TextField label={['规则名称', 'Rule']} value="" onChange={() => {}} />
      </Drawer>
    </Card>
  )
}
