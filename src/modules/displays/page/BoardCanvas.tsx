/** A board drawn dot by dot as it would show its lines, with their motion. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { BOARD_COLORS } from '#devices/abilities/board.ts'
import type { ProgrammeLine } from '#model/programme.ts'
import { bitmapOf, placeAt, CHARACTER_DOTS, type Bitmap } from './dots.ts'
import './board.css'

export type BoardCanvasProps = {
  rows: number
  cols: number
  /** A board of one colour shows every line in it. */
  oneColour?: boolean
  lines: readonly ProgrammeLine[]
  /** What it shows, in words. */
  label: string
}

const COLOURS: Record<number, string> = {
  [BOARD_COLORS.red[0]]: '--led-red',
  [BOARD_COLORS.green[0]]: '--led-green',
  [BOARD_COLORS.yellow[0]]: '--led-yellow',
}
const [DOT_MIN, DOT_MAX] = [2, 6]
const FRAME_MS = 50

export const BoardCanvas = ({ rows, cols, oneColour = false, lines, label }: BoardCanvasProps) => {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [room, setRoom] = useState(0)
  const bitmaps = useMemo(() => lines.slice(0, rows).map(line => bitmapOf(line.text)), [lines, rows])
  const [width, height] = [cols * CHARACTER_DOTS, rows * CHARACTER_DOTS]
  const dot = Math.max(DOT_MIN, Math.min(DOT_MAX, Math.ceil(room / width)))
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setRoom(entry!.contentRect.width))
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (!room) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const began = performance.now()
    const draw = (ms: number): void =>
      drawBoard(canvas.current!, { lines: lines.slice(0, rows), bitmaps, width, height, dot, oneColour }, ms)
    // Without motion, a moving text stands where its beginning has come in.
    draw(still ? (width / CHARACTER_DOTS) * 400 : 0)
    if (still || !lines.some(line => line.mode)) return
    const timer = setInterval(() => draw(performance.now() - began), FRAME_MS)
    return () => clearInterval(timer)
  }, [room, bitmaps, lines, rows, width, height, dot, oneColour])
  return (
    <div ref={box} className="board-box">
      <canvas ref={canvas} className="board" width={width * dot} height={height * dot} role="img" aria-label={label} />
    </div>
  )
}

interface Drawn {
  lines: readonly ProgrammeLine[]
  bitmaps: readonly Bitmap[]
  width: number
  height: number
  dot: number
  oneColour: boolean
}
function drawBoard(canvas: HTMLCanvasElement, drawn: Drawn, ms: number): void {
  const { lines, bitmaps, width, height, dot, oneColour } = drawn
  const pen = canvas.getContext('2d')!
  const style = getComputedStyle(canvas)
  const gap = dot > DOT_MIN ? 1 : 0.5
  const put = (x: number, y: number): void => pen.fillRect(x * dot, y * dot, dot - gap, dot - gap)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = style.getPropertyValue('--led-dark')
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) put(x, y)
  for (const [row, line] of lines.entries()) {
    const place = placeAt(line, width, ms)
    const bitmap = bitmaps[row]
    if (!place || !bitmap) continue
    const colour = oneColour ? BOARD_COLORS.red[0] : (line.color ?? BOARD_COLORS.red[0])
    pen.fillStyle = style.getPropertyValue(COLOURS[colour] ?? '--led-red')
    for (let y = 0; y < CHARACTER_DOTS - place.y; y += 1)
      for (let x = 0; x < bitmap.width; x += 1) {
        const at = place.x + x
        if (at >= 0 && at < width && bitmap.lit[y * bitmap.width + x]) put(at, row * CHARACTER_DOTS + y + place.y)
      }
  }
}
