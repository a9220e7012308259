/** Asks for confirmation before an action with consequences: `if (await confirm({ message })) …`. */
import type { ReactNode } from 'react'
import type { Words } from '#console/kit/language.tsx'

export type Question = {
  /** Default 提示. */
  title?: Words
  message: Words
  /** Shown below the message: the consequences. They may still be loading when the user answers. */
  detail?: ReactNode
  /** The action deletes something, so its button is red. */
  danger?: boolean
  /** Default 确 定. */
  okLabel?: Words
  /** Default 取 消. */
  cancelLabel?: Words
}
export type Asked = Question & { id: number; answer: (ok: boolean) => void }

const listeners = new Set<() => void>()
let asked: readonly Asked[] = []
let lastId = 0

const change = (next: readonly Asked[]): void => {
  asked = next
  for (const listener of listeners) listener()
}

export const confirm = (question: Question): Promise<boolean> => {
  // A second press before the dialog opens must not ask twice; only the first press receives the answer.
  const words = JSON.stringify(question.message)
  if (asked.some(one => JSON.stringify(one.message) === words)) return Promise.resolve(false)
  return new Promise(resolve => {
    const id = ++lastId
    const answer = (ok: boolean): void => {
      change(asked.filter(one => one.id !== id))
      resolve(ok)
    }
    change([...asked, { ...question, id, answer }])
  })
}

export const openQuestion = (): Asked | undefined => asked[0]
export const onQuestions = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
