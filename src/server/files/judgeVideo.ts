/** Checks by its bytes that a file is an MP4 video (ISO/IEC 14496-12) with codecs that browsers and terminals play. */
import type { Text } from '#base/text.ts'
import { invalidFields, type Refusal } from '#model/error.ts'

const PICTURES = ['avc1', 'avc3', 'vp09', 'av01']
const SOUNDS = ['mp4a', 'Opus']
/** The boxes on the way to the descriptions of a file's tracks. */
const WAY = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']

interface Box {
  type: string
  body: Buffer
}
const refuse = (...text: Text): Refusal => invalidFields([{ field: 'file', text }])

/** The boxes of a container, which must fill it exactly; null where they do not. */
function boxesOf(bytes: Buffer): Box[] | null {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) return null
    const short = bytes.readUInt32BE(at)
    if (short === 1 && at + 16 > bytes.length) return null
    const head = short === 1 ? 16 : 8
    // 4.2: a size of 0 means to the end, of 1 that 64 bits follow.
    const size = short === 0 ? bytes.length - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < head || at + size > bytes.length) return null
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + size) })
    at += size
  }
  return boxes
}

/** The codecs of all tracks, for example `avc1`. */
function codecsIn(boxes: readonly Box[], way: readonly string[] = WAY): string[] {
  const [next, ...rest] = way
  return boxes
    .filter(({ type }) => type === next)
    .flatMap(({ body }) => {
      // 8.5.2: a version and a number of entries come before the descriptions.
      const inner = boxesOf(rest.length ? body : body.subarray(8)) ?? []
      return rest.length ? codecsIn(inner, rest) : inner.map(({ type }) => type)
    })
}

/** False for what is no MP4; refuses one without a picture, or with a codec that is not played everywhere. */
export function judgeVideo(bytes: Buffer): boolean {
  const boxes = boxesOf(bytes)
  if (boxes?.[0]?.type !== 'ftyp' || !boxes.some(({ type }) => type === 'mdat')) return false
  const codecs = codecsIn(boxes)
  const strange = codecs.find(codec => !PICTURES.includes(codec) && !SOUNDS.includes(codec))
  if (strange !== undefined) {
    const shown = strange.replace(/[^\w.-]/g, '?')
    throw refuse(
      `视频的编码 ${shown} 不是各处都能播放，请转为 H.264`,
      `The codec ${shown} of the video is not played everywhere; please convert it to H.264`,
    )
  }
  if (!codecs.some(codec => PICTURES.includes(codec))) throw refuse('视频里没有画面', 'The video has no picture')
  return true
}
