/** What is promised of rights and sessions: a change applies everywhere within a second. */
import { expect } from 'vitest'
import { quietly } from './quietly.ts'
import { until } from './until.ts'

const PROMISED_MS = 1000
/** The last look may begin just before, and takes a moment itself. */
const LOOK_MS = 100

/** Does `act`, and looks until `look` is true: within a second of its end. */
export const withinASecond = (
  act: () => Promise<unknown>,
  look: () => Promise<boolean>,
  what: string,
): Promise<number> =>
  quietly(async lap => {
    await act()
    lap()
    await until(look, what)
    expect(lap(), what).toBeLessThan(PROMISED_MS + LOOK_MS)
  })
