/** Shown in place of the list while there are no rules, with the first step. */
import { Plus, Workflow } from 'lucide-react'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'

export const NoRules = ({ onAdd }: { onAdd: () => void }) => {
  const translate = useTranslate()
  return (
    <Empty
      icon={Workflow}
      title={['还没有联动规则', 'No linkage rules yet']}
      note={[
        '让一台设备的事件带动另一台设备：例如刷脸放行后，升降柱降下。',
        'Let what one device states move another: a face passes, the bollard falls.',
      ]}
      action={
        can('linkage:add') && (
          <Button variant="primary" icon={Plus} onPress={() => onAdd()}>
            {translate(['新增规则', 'New rule'])}
          </Button>
        )
      }
    />
  )
}
