/** Faces of invented people: flat illustrated busts, drawn from a description. */
import { createHash } from 'node:crypto'

export type HairStyle = 'short' | 'side' | 'crop' | 'bald' | 'bob' | 'long' | 'bun' | 'tail' | 'cap' | 'fringe'
export interface Look {
  skin: string
  hair: string
  style: HairStyle
  top: string
  collar: 'round' | 'shirt' | 'hood'
  ground: string
  glasses: boolean
  smile: number
}

const SKINS = ['#f6d7bd', '#f0c8a8', '#e8b793', '#d9a27c', '#c98f68']
const HAIRS = ['#20222b', '#2c2320', '#3a2b26', '#4a3628', '#1d2430']
const GREYS = ['#8d8f97', '#b3b4b8', '#d2d2d3']
const TOPS = [
  '#5d7cc0',
  '#3fa796',
  '#c27b52',
  '#8a6fb0',
  '#b9636d',
  '#4f8f5d',
  '#d0a24c',
  '#6b7a8f',
  '#3d5a80',
  '#a05a8a',
  '#2f6f73',
  '#7a8f4a',
]
const GROUNDS = ['#e2ecf7', '#dff0ec', '#f4e9df', '#ebe5f4', '#f6e3e6', '#e7f0de', '#e3e8ee', '#f3efdc']
const HER: HairStyle[] = ['bob', 'long', 'bun', 'tail', 'fringe', 'long', 'bob']
const HIS: HairStyle[] = ['short', 'side', 'crop', 'short', 'side', 'cap', 'bald']

/** The same seed gives the same face. `age` in years greys the hair. */
export function lookOf(
  seed: string,
  known: { gender?: 1 | 2; age?: number; style?: HairStyle; top?: string } = {},
): Look {
  const bytes = createHash('sha256').update(seed).digest()
  const pick = <T>(list: readonly T[], at: number): T => list[bytes[at]! % list.length]!
  const woman = (known.gender ?? (bytes[0]! % 2) + 1) === 2
  const style = known.style ?? pick(woman ? HER : HIS, 1)
  return {
    skin: pick(SKINS, 2),
    hair: (known.age ?? 35) >= 60 ? pick(GREYS, 3) : pick(HAIRS, 3),
    style: style === 'bald' && (known.age ?? 35) < 40 ? 'crop' : style,
    top: known.top ?? pick(TOPS, 4),
    collar: pick(['round', 'shirt', 'hood'] as const, 5),
    ground: pick(GROUNDS, 6),
    glasses: bytes[7]! % 6 === 0,
    smile: bytes[8]! % 3,
  }
}

const shade = (colour: string, by: number): string =>
  `#${[1, 3, 5]
    .map(at =>
      Math.max(0, Math.min(255, Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * by)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Hair behind and over the head, whose centre is at 100, 96. */
const HAIR: Record<HairStyle, (hair: string) => [behind: string, over: string]> = {
  short: h => [
    '',
    `<path d="M57 92c-3-38 18-52 43-52s46 14 43 52c-4-14-8-22-14-27-18 4-42 3-58-2-6 6-11 15-14 29z" fill="${h}"/>`,
  ],
  side: h => [
    '',
    `<path d="M56 96c-4-42 20-58 48-57 26 1 43 18 39 55-3-12-7-20-12-25-20-1-38-5-50-15-10 8-21 22-25 42z" fill="${h}"/>`,
  ],
  crop: h => [
    '',
    `<path d="M59 84c0-30 18-43 41-43s41 13 41 43c-5-10-8-15-13-18-18-5-38-5-56 0-5 3-8 8-13 18z" fill="${h}" opacity=".92"/>`,
  ],
  bald: h => [
    '',
    `<path d="M58 98c-3-14-2-24 2-32 2 12 3 20 2 33zM142 98c3-14 2-24-2-32-2 12-3 20-2 33z" fill="${h}"/>`,
  ],
  bob: h => [
    `<path d="M50 142c-8-60 2-106 50-106s58 46 50 106c-14 8-86 8-100 0z" fill="${h}"/>`,
    `<path d="M58 96c2-24 18-38 30-42 12 10 34 16 52 18 2 8 3 14 3 24 8-42-14-60-43-60S50 54 58 96z" fill="${h}"/>`,
  ],
  long: h => [
    `<path d="M46 192c-8-84-4-156 54-156s62 72 54 156c-30 10-78 10-108 0z" fill="${h}"/>`,
    `<path d="M58 98c0-26 22-40 40-46 10 12 30 22 44 26 2 6 1 12 0 20 9-44-14-62-42-62S49 54 58 98z" fill="${h}"/>`,
  ],
  bun: h => [
    `<circle cx="100" cy="34" r="19" fill="${h}"/>`,
    `<path d="M57 94c-2-38 18-55 43-55s45 17 43 55c-5-20-20-32-43-32s-38 12-43 32z" fill="${h}"/>`,
  ],
  tail: h => [
    `<path d="M132 52c30 8 36 60 22 112-6 4-14 2-18-4 8-34 4-68-14-96z" fill="${h}"/>`,
    `<path d="M57 94c-3-40 18-56 43-56s46 16 43 56c-5-22-12-30-20-34-16 10-40 12-52 8-6 6-11 14-14 26z" fill="${h}"/>`,
  ],
  cap: h => [
    '',
    `<path d="M58 96c-2-8-2-14 0-22h84c2 8 2 14 0 22l-4-12H62z" fill="${h}"/><path d="M56 76c0-28 20-42 44-42s44 14 44 42z" fill="#3f6fd8"/><path d="M52 74h76c14 0 26 4 32 10H56c-4 0-6-8-4-10z" fill="#3158b4"/>`,
  ],
  fringe: h => [
    `<path d="M48 160c-8-70 0-124 52-124s60 54 52 124c-10 8-22 8-28 4V90H76v74c-6 4-18 4-28-4z" fill="${h}"/>`,
    `<path d="M57 92c-4-42 18-56 43-56s47 14 43 56c-2-8-3-12-5-16-24 6-54 6-76 0-2 4-3 8-5 16z" fill="${h}"/>`,
  ],
}
const COLLARS: Record<Look['collar'], (top: string) => string> = {
  round: t => `<path d="M74 186c6 16 46 16 52 0l6 4c-8 24-56 24-64 0z" fill="${shade(t, 0.82)}"/>`,
  shirt: t =>
    `<path d="M72 184l28 26 28-26 8 6-20 34-16-14-16 14-20-34z" fill="#ffffff"/><path d="M97 210h6l3 30H94z" fill="${shade(t, 0.7)}"/>`,
  hood: t => `<path d="M62 184c10 26 66 26 76 0l12 8c-12 36-88 36-100 0z" fill="${shade(t, 0.88)}"/>`,
}
const MOUTHS = ['M88 128q12 8 24 0', 'M90 129q10 4 20 0', 'M87 126q13 13 26 0q-13 4-26 0']

/** The bust as SVG, 200 by 240. */
export function bust(look: Look): string {
  const [behind, over] = HAIR[look.style](look.hair)
  const dark = shade(look.skin, 0.86)
  const brow = shade(look.hair, 0.9)
  const glasses = look.glasses
    ? '<g fill="none" stroke="#2b3040" stroke-width="2.6"><rect x="69" y="91" width="25" height="19" rx="8"/><rect x="106" y="91" width="25" height="19" rx="8"/><path d="M94 99h12M69 98l-10-3M131 98l10-3"/></g>'
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 240"><rect width="200" height="240" fill="${look.ground}"/>${behind}
<g transform="translate(0 -15)"><path d="M14 262v-16c2-42 34-56 62-62h48c28 6 60 20 62 62v16z" fill="${look.top}"/><path d="M81 150h38v38c-6 14-32 14-38 0z" fill="${dark}"/>${COLLARS[look.collar](look.top)}</g>
<circle cx="57" cy="102" r="9" fill="${dark}"/><circle cx="143" cy="102" r="9" fill="${dark}"/><path d="M58 88c0-32 18-46 42-46s42 14 42 46c0 46-20 70-42 70S58 134 58 88z" fill="${look.skin}"/>
<path d="M74 87q8-5 17-1M109 86q9-4 17 1" fill="none" stroke="${brow}" stroke-width="3.4" stroke-linecap="round"/><ellipse cx="82" cy="100" rx="3.6" ry="4.4" fill="#262a35"/><ellipse cx="118" cy="100" rx="3.6" ry="4.4" fill="#262a35"/>
<path d="M100 104q5 9-2 12" fill="none" stroke="${dark}" stroke-width="3" stroke-linecap="round"/><path d="${MOUTHS[look.smile]}" fill="${look.smile === 2 ? '#ffffff' : 'none'}" stroke="#b4605a" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="72" cy="117" r="7" fill="#e58e7d" opacity=".22"/><circle cx="128" cy="117" r="7" fill="#e58e7d" opacity=".22"/>${over}${glasses}</svg>`
}
