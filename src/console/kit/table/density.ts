/** A user's row height, chosen for each list, and page size, chosen once. */
import { useEffect, useState } from 'react'
import { table } from '#console/kit/defaults.ts'
import { storePreference, parsed, storedText, useStoredText } from '#console/kit/preferences.ts'

const PAGE_SIZE = 'pageSize'
const FIT = 'fit'
/** A page size that the user chose, also in a window with room for more rows. */
const FIXED = 'fixed'
/** From this height on, the usual page size would leave half of the window empty, so that as many rows as fit are usual. */
const tallPx = 1200
/** Height in px of everything above and below the rows of a list. */
const aroundRowsPx = 330

export type RowHeight = 44 | 36

const keyOf = (list: string): string => `density:${list}`

export const useDensity = (list: string): RowHeight => (parsed(useStoredText(keyOf(list))) === 'compact' ? 36 : 44)
export const keepDensity = (list: string, height: RowHeight): void =>
  storePreference(keyOf(list), height === 36 ? 'compact' : undefined)

/** The largest page size whose rows fit a window of this height, or the smallest one. */
const fittingSize = (windowPx: number, rowHeight: RowHeight): number =>
  table.pageSizes.findLast(size => size * rowHeight <= windowPx - aroundRowsPx) ?? table.pageSizes[0]

const isTall = (): boolean => innerHeight >= tallPx
const isFitting = (stored: unknown, tall: boolean): boolean => stored === FIT || (stored !== FIXED && tall)

/** The number of rows of the list that fit the window, and whether it is the page size. */
export const useFittingSize = (list: string): { fit: number; wanted: boolean } => {
  const rowHeight = useDensity(list)
  const stored = parsed(useStoredText(PAGE_SIZE))
  const [fit, setFit] = useState(() => fittingSize(innerHeight, rowHeight))
  const [tall, setTall] = useState(isTall)
  useEffect(() => {
    const measure = (): void => {
      setFit(fittingSize(innerHeight, rowHeight))
      setTall(isTall())
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [rowHeight])
  return { fit, wanted: isFitting(stored, tall) }
}
export const wantsFitting = (): boolean => isFitting(parsed(storedText(PAGE_SIZE)), isTall())
/** Stores whether the page size is the number of rows that fit. */
export const keepFitting = (on: boolean): void => storePreference(PAGE_SIZE, on ? FIT : FIXED)
