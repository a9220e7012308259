/** Wide pictures with a sentence, for adverts. */
import sharp from 'sharp'

const TONES = {
  blue: ['#1b4fd6', '#5aa2ff'],
  green: ['#0d7a63', '#57c7a5'],
  violet: ['#7a3cc2', '#b98bf0'],
  amber: ['#a8461f', '#f0a35a'],
} as const
export type Tone = keyof typeof TONES

/** JPEG, 1600 by 746 pixels. */
export function bannerOf(words: string, tone: Tone): Promise<Buffer> {
  const [from, to] = TONES[tone]
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="746">
      <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
      <rect width="1600" height="746" fill="url(#g)"/>
      <g fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="26"><path d="M1080 746V330a150 150 0 0 1 300 0v416"/><path d="M1180 746V390a90 90 0 0 1 180 0v356"/></g>
      <text x="110" y="410" font-size="104" font-family="Noto Sans CJK SC, sans-serif" font-weight="600" fill="#fff">${words}</text>
    </svg>`),
  )
    .jpeg({ quality: 86 })
    .toBuffer()
}
