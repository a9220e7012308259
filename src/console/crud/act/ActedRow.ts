/** The id of the row that a dialog acts on: its references into a tree offer neither this row nor what is below it. */
import { createContext } from 'react'

export const ActedRow = createContext<string | undefined>(undefined)
