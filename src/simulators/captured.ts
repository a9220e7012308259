/** Pictures of what passes a camera, drawn: cars with their plates, and people from head to foot. */
import sharp from 'sharp'

const CACHED_MAX = 200
const cached = new Map<string, Promise<Buffer>>()
function remember(key: string, svg: () => string): Promise<Buffer> {
  let picture = cached.get(key)
  if (!picture) {
    if (cached.size >= CACHED_MAX) cached.clear()
    cached.set(key, (picture = sharp(Buffer.from(svg())).jpeg({ quality: 78 }).toBuffer()))
  }
  return picture
}

const BODIES = ['#3d5a80', '#8d2f3b', '#e3e6ea', '#2b2d31', '#66757f', '#b7bcc4']
const hash = (words: string): number => [...words].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) >>> 0, 7)

/** A car from the front on a road; green plates belong to electric cars. */
export const plateCapture = (plate: string): Promise<Buffer> =>
  remember(`plate ${plate}`, () => {
    const paint = BODIES[hash(plate) % BODIES.length]
    const [ground, ink] = plate.length > 7 ? ['#9fd8b4', '#14261c'] : ['#1c4fa3', '#ffffff']
    return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240" font-family="sans-serif">
  <rect width="320" height="240" fill="#8b939c"/><path d="M0 240 110 70h100l110 170z" fill="#5d646c"/>
  <path d="M160 70v170" stroke="#c9ced4" stroke-width="3" stroke-dasharray="16 14"/>
  <path d="M72 118q10-50 34-54h108q24 4 34 54z" fill="#2a323b"/><path d="M84 112q8-36 26-40h100q18 4 26 40z" fill="#54616f"/>
  <rect x="56" y="112" width="208" height="82" rx="16" fill="${paint}"/><rect x="66" y="190" width="40" height="26" rx="6" fill="#1d2024"/>
  <rect x="214" y="190" width="40" height="26" rx="6" fill="#1d2024"/><rect x="66" y="126" width="42" height="18" rx="8" fill="#f4efd6"/>
  <rect x="212" y="126" width="42" height="18" rx="8" fill="#f4efd6"/><rect x="118" y="126" width="84" height="22" rx="5" fill="#1d2024" opacity=".6"/>
  <rect x="98" y="158" width="124" height="30" rx="4" fill="${ground}" stroke="#fff" stroke-width="1.5"/>
  <text x="160" y="180" font-size="20" font-weight="700" text-anchor="middle" fill="${ink}">${plate}</text></svg>`
  })

const CLOTHES = ['#2f5fae', '#d8b13a', '#3f8a58', '#e8eaec', '#26282c', '#b23a3a', '#7d858d', '#7a5a3c']
const HAIR = ['#1e1a18', '#2c221c', '#4a3a2e', '#8b8b8b']
const SKIN = ['#e8c3a4', '#d9ab87', '#c79672']
/** Somebody who walks past. `colour` is that of the clothes, from 1. */
export const bodyCapture = (seed: number, colour: number): Promise<Buffer> =>
  remember(`body ${seed} ${colour}`, () => {
    const lean = (seed % 5) - 2
    const skin = SKIN[seed % SKIN.length]
    return `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="300">
  <rect width="150" height="300" fill="#9aa2aa"/><path d="M0 300V205h150v95z" fill="#767e86"/><ellipse cx="75" cy="284" rx="40" ry="7" fill="#5a6168"/>
  <g transform="rotate(${lean} 75 280)"><path d="M60 180 52 282h16l8-82 8 82h16l-8-102z" fill="#3a4250"/>
  <rect x="48" y="98" width="54" height="92" rx="18" fill="${CLOTHES[(colour || 1) - 1]}"/>
  <rect x="36" y="104" width="15" height="72" rx="7" fill="${CLOTHES[(colour || 1) - 1]}" transform="rotate(8 43 104)"/>
  <rect x="99" y="104" width="15" height="72" rx="7" fill="${CLOTHES[(colour || 1) - 1]}" transform="rotate(-8 106 104)"/>
  <rect x="67" y="84" width="16" height="20" fill="${skin}"/><ellipse cx="75" cy="68" rx="19" ry="23" fill="${skin}"/>
  <path d="M55 66q0-28 20-28t20 28q-6-12-20-12t-20 12z" fill="${HAIR[seed % HAIR.length]}"/></g></svg>`
  })
