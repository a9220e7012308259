/** Connected devices, addresses to approve, refused calls, and messages that could not be stored. */
import type { PageProps } from '#console/app/PageProps.ts'
import type { TabPieces } from '#console/crud/layouts/LensTabs.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { linkTo } from '#console/crud/row/linkTo.ts'
import { can } from '#console/data/me.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post } from '#console/data/request.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { deadMessage, deadMessageLens } from '../facts/deadMessage.noun.ts'
import { deviceLogLens, type session } from '../facts/facts.noun.ts'

/** The engine stores the message after a moment; then the list is read again. */
const STORED_AFTER_MS = 1000
const [ASIDE] = deadMessage.fields.state.values.aside

async function storeAgain(id: string): Promise<void> {
  const asked = await post(`${deadMessage.api}/again`, { ids: [id] }).then(
    () => true,
    () => false,
  )
  if (!asked) return
  toast.ok(['已提交，结果见状态与重试次数', 'Asked for; state and tries show the result'])
  await new Promise(resolve => setTimeout(resolve, STORED_AFTER_MS))
  await invalidateRows(deadMessage.api)
}

const SESSIONS: LensPieces<typeof session> = {
  // A session has the number of its device.
  acts: row => linkTo(deviceLogLens.key, ['日志', 'Log'], { deviceId: row.id }),
}

const DEAD: LensPieces<typeof deadMessage> = {
  acts: row =>
    can('deadMessage:again') && row.state === ASIDE
      ? [{ id: 'again', label: ['重试', 'Retry'], onPress: () => void storeAgain(row.id) }]
      : [],
}

const TABS: TabPieces = { [deadMessageLens.key]: DEAD as unknown as TabPieces[string] }

export const OnlineDevice = (props: PageProps) => <LensPage {...props} pieces={SESSIONS} tabPieces={TABS} />
