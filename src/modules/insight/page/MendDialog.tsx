/** Fixes the cause of a refusal on its page: registers a person, extends a right or lets it begin, or adds a person to a group. */
import { PERSON_NAME } from '#base/labelTexts.ts'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { post, put } from '#console/data/request.ts'
import { DateTimeField } from '#console/kit/input/DateTimeField.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Mend } from '../mend.ts'
import type { Offer } from './mends.ts'
import type { Story } from './story.ts'

const YEAR_MS = 365 * 86_400_000
const PEOPLE = '/api/person/person'

type Period = Readonly<Record<'validFrom' | 'validTo', string | null | undefined>>
/** The same right with another period. */
const giveAgain = (mend: Extract<Mend, { kind: 'extendRight' | 'startRight' }>, period: Period): Promise<unknown> =>
  mend.groupId === null
    ? post('/api/person/auth/grant', {
        ...{ personIds: [mend.personId], doorIds: [mend.doorId], timePlanId: mend.planId },
        ...period,
      })
    : post(`/api/person/authGroup/${mend.groupId}/addPeople`, { personIds: [mend.personId], ...period })

export default function MendDialog({ story, offer, onClose }: { story: Story; offer: Offer; onClose: () => void }) {
  const queries = useQueryClient()
  const { mend } = story
  const [name, setName] = useState('')
  const [groupId, setGroupId] = useState(mend?.kind === 'join' ? mend.groups[0]?.id : undefined)
  const [until, setUntil] = useState<string | undefined>(() => new Date(Date.now() + YEAR_MS).toISOString())
  const [start, setStart] = useState<string | undefined>(() => new Date().toISOString())
  const starts = mend?.kind === 'startPerson' || mend?.kind === 'startRight'
  const [busy, setBusy] = useState(false)
  const save = (): Promise<unknown> => {
    switch (mend?.kind) {
      case 'register':
        return post(PEOPLE, {
          ...{ name: name.trim(), personType: 1 },
          ...(mend.cardNo ? { cards: [mend.cardNo] } : {}),
          ...(mend.plateNo ? { plates: [mend.plateNo] } : {}),
        })
      case 'extendPerson':
        return put(PEOPLE, { id: mend.personId, validTo: until })
      case 'extendRight':
        return giveAgain(mend, { validFrom: mend.from, validTo: until })
      case 'startPerson':
        return put(PEOPLE, { id: mend.personId, validFrom: start })
      case 'startRight':
        return giveAgain(mend, { validFrom: start, validTo: mend.until })
      case 'join':
        return post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [mend.personId] })
      default:
        return Promise.resolve()
    }
  }
  const submit = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await save()
      toast.ok(['已处理，正在下发到设备', 'Done; it is on its way to the devices'])
      await queries.invalidateQueries({ queryKey: ['/api/insight/story'] })
      onClose()
    } catch {
      // The call has shown its error; the input stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={offer.title}
      note={offer.note}
      onSubmit={() => void submit()}
      {...(offer.act ? { submitLabel: offer.act.button } : {})}
      submitDisabled={
        mend?.kind === 'register' ? !name.trim() : mend?.kind === 'join' ? !groupId : starts ? !start : !until
      }
      busy={busy}
    >
      <Stack gap={16}>
        {mend?.kind === 'register' && (
          <TextField label={PERSON_NAME} required maxLength={32} value={name} onChange={setName} />
        )}
        {mend?.kind === 'join' && (
          <Select
            label={['权限组', 'Permission group']}
            required
            options={mend.groups.map(group => ({ id: group.id, label: group.name }))}
            value={groupId}
            onChange={setGroupId}
          />
        )}
        {(mend?.kind === 'extendPerson' || mend?.kind === 'extendRight') && (
          <DateTimeField label={['有效期止', 'Valid to']} required value={until} onChange={setUntil} />
        )}
        {starts && <DateTimeField label={['生效时间', 'Valid from']} required value={start} onChange={setStart} />}
      </Stack>
    </Dialog>
  )
}
