/** What belongs in an empty list, with the first step that this account may take; or that the filters match nothing. */
import { Funnel, Plus } from 'lucide-react'
import { lowered, type Text } from '#base/text.ts'
import { filterNames, spanField, spanIn } from '#console/crud/list/filterQuery.ts'
import { verbsOf } from '#model/noun.ts'
import type { List } from '#console/crud/list/useList.ts'
import { ImportButton } from '#console/crud/job/ImportButton.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { useTranslate } from '#console/kit/language.tsx'

const RECORDED: Text = [
  '这里由系统自动记录，发生后即显示，无需手工添加',
  'The platform records these itself; they appear here as they happen',
]

export default function EmptyWords({ list }: { list: List }) {
  const translate = useTranslate()
  const { noun, lens, address } = list
  const span = spanField(noun, lens)
  const everyDay = span === undefined || spanIn(noun, address.filters[span]) === undefined
  if (Object.keys(address.filters).some(name => name !== span || !everyDay)) {
    const none = Object.fromEntries(filterNames(noun, lens).map(name => [name, undefined]))
    return (
      <Empty
        icon={Funnel}
        title={['没有符合条件的记录', 'No rows match the filters']}
        action={
          <Button onPress={() => address.setFilters(none)}>{translate(['清除筛选条件', 'Clear the filters'])}</Button>
        }
      />
    )
  }
  const [zh, en] = [noun.label[0], lowered(noun.label[1])]
  // Lists of facts begin with the last days.
  if (!everyDay)
    return (
      <Empty
        title={[`这段时间没有${zh}`, `No ${en} in these days`]}
        note={lens.empty ?? RECORDED}
        action={
          <Button onPress={() => address.setFilters({ [span]: 'all' })}>
            {translate(['查看全部时间', 'Show all days'])}
          </Button>
        }
      />
    )
  return (
    <Empty
      title={[`这里还没有${zh}`, `No ${en} here yet`]}
      note={lens.empty ?? RECORDED}
      action={<FirstStep list={list} />}
    />
  )
}

const FirstStep = ({ list: { noun, acts, offers, setEditing, pieces } }: { list: List }) => {
  const translate = useTranslate()
  if (pieces.first) return pieces.first
  // Where rows come from a form, possibly elsewhere, the acts on the whole list make none.
  const first = verbsOf(noun).includes('add') ? undefined : acts.nounActs()[0]
  if (!offers('add') && !offers('import'))
    return first && <Button onPress={() => void acts.begin(first)}>{translate(first.label)}</Button>
  return (
    <>
      {offers('import') && <ImportButton noun={noun} />}
      {offers('add') && (
        <Button variant="primary" icon={Plus} onPress={() => setEditing(null)}>
          {translate([`新增${noun.label[0]}`, `Add ${lowered(noun.label[1])}`])}
        </Button>
      )}
    </>
  )
}
