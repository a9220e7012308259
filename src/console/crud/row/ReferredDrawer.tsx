/** A row that another one refers to, in the place of the drawer it was opened from, with a way back to it. */
import { useParams } from '@tanstack/react-router'
import { placedLenses } from '#console/app/palette/paletteLens.ts'
import { useMenu } from '#console/app/useMenu.ts'
import { calledOf } from '#console/crud/calledOf.ts'
import { ReferredDetails, useReferred, type Referred } from '#console/crud/row/ReferredDetails.tsx'
import type { Row } from '#model/row.ts'
import { registry } from '#console/data/registry.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Drawer } from '#console/kit/overlay/Drawer.tsx'
import { navigate } from '#console/kit/navigation.ts'

export type ReferredDrawerProps = {
  referred: Referred
  /** Something is below it: the drawer has a way back instead of closing. */
  below: boolean
  onBack: () => void
}

/** The list of the row with the row open in it; undefined where the menu of the user has none. */
const useListOf = ({ key }: Referred, row: Row | undefined): string | undefined => {
  const { appId } = useParams({ strict: false }) as { appId?: string }
  const { menu } = useMenu(appId)
  if (!row || !menu) return undefined
  for (const { lens, hrefOf } of placedLenses([...registry().lenses.values()], menu, appId)) {
    const href = lens.of === key ? hrefOf(row) : undefined
    if (href !== undefined) return `${href}?row=${row.id}`
  }
  return undefined
}

export default function ReferredDrawer({ referred, below, onBack }: ReferredDrawerProps) {
  const translate = useTranslate()
  const found = useReferred(referred)
  const { noun, row } = found
  const list = useListOf(referred, row)
  return (
    <Drawer
      open
      {...(below ? { onBack } : {})}
      onClose={onBack}
      title={noun ? (row ? calledOf(noun, row) : noun.label) : ''}
      note={noun && row ? translate(noun.label) : undefined}
      foot={
        list !== undefined && (
          <Button onPress={() => navigate(list)}>{translate(['在列表中打开', 'Open in its list'])}</Button>
        )
      }
    >
      <ReferredDetails {...found} />
    </Drawer>
  )
}
