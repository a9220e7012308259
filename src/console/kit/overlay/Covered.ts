/** Whether something else is shown in the place of a drawer, which keeps its state meanwhile. */
import { createContext } from 'react'

export const Covered = createContext(false)
