/** Which row is in the form: null is a new one. A form that was kept when the session ended opens again. */
import { useState } from 'react'
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { waitingDraft } from '#console/data/drafts.ts'
import { can } from '#console/data/me.ts'

export const useEditing = (noun: Noun) =>
  useState<Row | null | undefined>(() => {
    const id = waitingDraft(`${noun.key}:`)?.slice(noun.key.length + 1)
    if (id === undefined) return undefined
    if (id === 'new') return null
    // The form fetches the row itself if it may.
    return can(`${noun.key}:view`) ? ({ id } as Row) : undefined
  })
