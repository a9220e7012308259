/** The row in the form; null is a new one. A form whose draft was stored at the end of the session opens again. */
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
    // The form fetches the complete row if the user may view it.
    return can(`${noun.key}:view`) ? ({ id } as Row) : undefined
  })
