/** Submits a form by Ctrl+Enter or ⌘Enter from any of its inputs; Enter alone opens lists and breaks lines there. */
import type { KeyboardEvent } from 'react'

/** For `onKeyDownCapture`: a closed list stops its key events from bubbling. */
export const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  // Keys in a dialog opened from the form reach it as well, because React follows its own tree.
  if (!event.currentTarget.contains(event.target as Node)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
