/** The smallest file that is an MP4 video by its boxes; no player shows anything of it. */
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const track = (codec: string): Buffer => {
  const entry = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(codec, Buffer.alloc(16)))
  return box('trak', box('mdia', box('minf', box('stbl', entry))))
}

/** `bytes` of content, different in each place, so that a part says where it is from. */
export const videoOf = (codecs: readonly string[] = ['avc1', 'mp4a'], bytes = 1000): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\x00\x00\x02\x00isomavc1', 'latin1')),
    box('moov', ...codecs.map(track)),
    box('mdat', Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7 + (at >> 8)) % 256))),
  ])
