/** The displays of the application, with their sizes and programmes. */
import { useQuery } from '@tanstack/react-query'
import { get } from '#console/data/request.ts'
import type { SentProgramme } from '#model/programme.ts'

export interface BoardRow {
  id: string
  name: string
  online: boolean
  rows: number | null
  cols: number | null
  color: number | null
  /** What the board itself says. */
  current: string | null
  programmes: readonly SentProgramme[]
}
const BOARDS = '/api/device/programme/boards'

export const useBoards = () =>
  useQuery({
    queryKey: ['/api/device/programme', 'boards'],
    queryFn: ({ signal }) => get<BoardRow[]>(BOARDS, undefined, { signal, quiet: true }),
    refetchInterval: 15_000,
  })
