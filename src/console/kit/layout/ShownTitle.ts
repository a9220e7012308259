/** The title that the frame around a page says as well: on a phone the bar leaves it to the page. */
import { createContext } from 'react'

export const ShownTitle = createContext<string | undefined>(undefined)
