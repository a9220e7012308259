/** Pictures of cameras that an analysis box watches, drawn, with the place of what it finds in them. */
import sharp from 'sharp'
import type { Algorithm } from '#devices/abilities/analysis.ts'

const [WIDTH, HEIGHT] = [640, 360]
const CACHED_MAX = 200
const cached = new Map<string, Promise<Buffer>>()

const SHIRTS = ['#2f5fae', '#7d858d', '#3f8a58', '#7a5a3c', '#26282c']
const person = (x: number, y: number, seed: number, helmet: boolean): string => `<g transform="translate(${x} ${y})">
  <path d="M14 92 8 156h12l6-52 6 52h12l-6-64z" fill="#353c48"/><rect x="6" y="36" width="40" height="62" rx="12" fill="${SHIRTS[seed % SHIRTS.length]}"/>
  <ellipse cx="26" cy="18" rx="13" ry="16" fill="#dcb08c"/><path d="M13 16q0-18 13-18t13 18q-4-8-13-8t-13 8z" fill="${helmet ? '#e0b12f' : '#241d19'}"/></g>`
const CROWD = [0, 1, 2, 3, 4]

/** What is drawn of each, at `x`; and the size of its frame. */
const DRAWN: Partial<
  Record<Algorithm, (x: number, seed: number) => { svg: string; width: number; height: number; top: number }>
> = {
  crowd: (x, seed) => ({
    svg: CROWD.map(no => person(x + no * 38, 168 + (no % 2) * 14, seed + no, true)).join(''),
    ...{ width: 214, height: 186, top: 160 },
  }),
  leftBehind: x => ({
    svg: `<rect x="${x + 6}" y="278" width="52" height="40" rx="6" fill="#8d3b2f"/><path d="M${x + 20} 278q12-18 24 0" fill="none" stroke="#5e251d" stroke-width="5"/>`,
    ...{ width: 64, height: 66, top: 258 },
  }),
  bikeInLift: x => ({
    svg: `<g fill="none" stroke="#22262b" stroke-width="7"><circle cx="${x + 24}" cy="300" r="22"/><circle cx="${x + 116}" cy="300" r="22"/></g><path d="M${x + 24} 300h60l22-52h14M${x + 60} 300l-8-44h40" fill="none" stroke="#2f5fae" stroke-width="9"/>`,
    ...{ width: 142, height: 98, top: 232 },
  }),
  smokeFire: x => ({
    svg: `<path d="M${x + 10} 320q-6-54 30-74-6 30 14 40 2-22 18-30 22 34 6 64z" fill="#d8632a"/><g fill="#5a6068" opacity=".75"><circle cx="${x + 44}" cy="210" r="34"/><circle cx="${x + 76}" cy="176" r="42"/><circle cx="${x + 30}" cy="156" r="30"/></g>`,
    ...{ width: 124, height: 204, top: 122 },
  }),
}

export interface Finding {
  /** In thousandths of the picture: left, top, width, height. */
  box: string
  picture: () => Promise<Buffer>
}

export function foundIn(kind: Algorithm, seed: number): Finding {
  const x = 70 + (seed % 8) * 44
  const { svg, width, height, top } = DRAWN[kind]?.(x, seed) ?? {
    svg: person(x, 164, seed, kind !== 'helmet'),
    ...{ width: 64, height: 172, top: 156 },
  }
  const thousandths = (value: number, of: number): number => Math.round((value / of) * 1000)
  const box = [
    ...[thousandths(x - 6, WIDTH), thousandths(top, HEIGHT)],
    ...[thousandths(width, WIDTH), thousandths(height, HEIGHT)],
  ].join(',')
  return { box, picture: () => remember(`${kind} ${seed}`, svg) }
}

function remember(key: string, svg: string): Promise<Buffer> {
  let picture = cached.get(key)
  if (!picture) {
    if (cached.size >= CACHED_MAX) cached.clear()
    cached.set(key, (picture = drawn(svg)))
    picture.catch(() => cached.delete(key))
  }
  return picture
}
const drawn = (svg: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <rect width="640" height="360" fill="#9aa3ab"/><path d="M0 360V250L150 170h340l150 80v110z" fill="#6f7880"/>
  <rect x="150" y="40" width="340" height="130" fill="#b3bac1"/><path d="M210 170V78h70v92M360 170V78h70v92" fill="#7b858f"/>
  <path d="M0 250 150 170M640 250 490 170" stroke="#565e66" stroke-width="4"/><path d="M60 330h520" stroke="#d8b13a" stroke-width="5" stroke-dasharray="26 18"/>
  ${svg}</svg>`),
  )
    .jpeg({ quality: 78 })
    .toBuffer()
