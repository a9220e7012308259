/** Rows as cards: a tile that adds a row, and cards that open, each with a menu of its actions. */
import { lowered } from '#base/text.ts'
import { ACTIONS } from '#base/texts.ts'
import type { ReactNode } from 'react'
import { Ellipsis } from 'lucide-react'
import { fieldOf, isState } from '#console/crud/lensFields.ts'
import { isEmpty } from '#model/verdict.ts'
import { ListEmpty } from '#console/crud/empty/ListEmpty.tsx'
import { ListFrame } from '#console/crud/list/ListFrame.tsx'
import { nameOf } from '#console/crud/nameOf.ts'
import type { Row } from '#model/row.ts'
import { shownValue } from '#console/crud/row/shownValue.tsx'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { useList, type ListProps } from '#console/crud/list/useList.ts'
import { useRowActs } from '#console/crud/act/useRowActs.ts'
import { useRows } from '#console/crud/list/useRows.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { CardGrid, Tile } from '#console/kit/table/CardGrid.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { MenuButton } from '#console/kit/overlay/MenuButton.tsx'
import { Pager } from '#console/kit/table/Pager.tsx'
import { SlowWords } from '#console/kit/layout/SlowWords.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'

export const CardsPage = (props: ListProps) => {
  const translate = useTranslate()
  const list = useList(props, useRows)
  const { noun, lens, pieces, acts, address, found, state, title, setEditing } = list
  const { page, pageSize } = address
  const { rows, total = 0, more } = found
  const { of } = useRowActs({ noun, acts, pieces, rows, onView: list.onOpen, onEdit: setEditing })
  const shown = (name: string, row: Row): ReactNode => {
    const field = fieldOf(noun, name)
    return field && shownValue({ field, name, row, translate })
  }
  const isIcon = (name: string): boolean => noun.fields[name]?.kind === 'icon'
  const icon = lens.columns.find(isIcon)
  const [, note, ...rest] = lens.columns.filter(name => !isIcon(name))
  const stated = lens.columns.find(name => isState(noun, name) || name === 'status')
  const counts = rest.filter(name => noun.fields[name]?.kind === 'integer' && !noun.fields[name].rare)
  const facts = rest.filter(name => name !== stated && noun.fields[name]?.kind !== 'integer').slice(0, 2)
  if (state === 'loading' || found.waiting)
    return (
      <ListFrame list={list} counter="个" open>
        <CardGrid label={title}>
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} shape="card" height={168} />
          ))}
        </CardGrid>
        <SlowWords />
      </ListFrame>
    )
  if (list.failure && rows.length === 0)
    return (
      <ListFrame list={list} counter="个" open>
        <LoadError error={found.error} onRetry={found.refetch} />
      </ListFrame>
    )
  if (state === 'empty' || state === 'unmatched')
    return (
      <ListFrame list={list} counter="个" open>
        <Card>
          <ListEmpty list={list} />
        </Card>
      </ListFrame>
    )
  return (
    <ListFrame list={list} counter="个" open>
      <CardGrid
        label={title}
        {...(acts.may('add') ? { onAdd: () => setEditing(null) } : {})}
        addLabel={[`新增${noun.label[0]}`, `Add ${lowered(noun.label[1])}`]}
      >
        {rows.map(row => (
          <Tile
            key={row.id}
            title={nameOf(noun, row)}
            picture={
              icon && row[icon] ? (
                <span className="crud-card-icon">{shown(icon, row)}</span>
              ) : (
                <Avatar name={nameOf(noun, row)} shape="square" size={40} />
              )
            }
            note={note && shown(note, row)}
            status={stated && shown(stated, row)}
            onPress={() => list.onOpen(row)}
            menu={
              <MenuButton
                icon={Ellipsis}
                size="small"
                label={ACTIONS}
                placement="bottom end"
                items={of(row).map(({ id, label, danger, onPress }) => ({
                  id,
                  label,
                  danger: danger ?? false,
                  onPress,
                }))}
              />
            }
            foot={facts
              // They have no labels, so that a dash would say nothing.
              .filter(name => !isEmpty(row[name]))
              .map(name => (
                <span key={name} className="ellipsis">
                  {shown(name, row)}
                </span>
              ))}
          >
            <dl className="crud-counts">
              {counts.map(name => (
                <div key={name}>
                  <dt>{translate(noun.fields[name]!.label)}</dt>
                  <dd>{shown(name, row)}</dd>
                </div>
              ))}
            </dl>
          </Tile>
        ))}
      </CardGrid>
      {(total > pageSize || more) && (
        <Card flush>
          <Pager total={total} more={more} page={page} pageSize={pageSize} onChange={address.setPage} />
        </Card>
      )}
    </ListFrame>
  )
}
