/** The form in which a reference creates the row that it lacks; none within such a form, because one level is enough. */
import { createContext, type ComponentType } from 'react'
import type { Input, Row } from '#model/row.ts'

type CreateProps = { lens: string; start: Readonly<Input>; onSaved: (row: Row) => void; onClose: () => void }

export const CreateForm = createContext<ComponentType<CreateProps> | undefined>(undefined)
