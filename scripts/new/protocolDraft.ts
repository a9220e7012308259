/** The draft of a protocol: a codec with golden frames, a session on the listener of frames, its guide and its simulator. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const texts = join(import.meta.dirname, 'protocol')

/** Where each text of the folder goes. */
const pathsOf = (key: string, Key: string): Readonly<Record<string, string>> => ({
  'protocol.ts': `src/protocols/${key}/protocol.ts`,
  'start.ts': `src/protocols/${key}/start${Key}.ts`,
  'frame.ts': `src/protocols/${key}/frame.ts`,
  'frames.json': `src/protocols/${key}/fixtures/frames.json`,
  'frame.test.ts': `src/protocols/${key}/frame.test.ts`,
  'Session.ts': `src/protocols/${key}/Session.ts`,
  'Session.test.ts': `src/protocols/${key}/Session.test.ts`,
  'guide.ts': `src/protocols/${key}/guide.ts`,
  'README.md': `src/protocols/${key}/README.md`,
  'device.ts': `src/simulators/${Key}Device.ts`,
  'wire.ts': `src/simulators/wires/${key}.ts`,
})

/** Text by path. `port` is one that no protocol has. */
export function protocolDraft(key: string, port: number): Record<string, string> {
  const Key = key.slice(0, 1).toUpperCase() + key.slice(1)
  const words: Readonly<Record<string, string>> = {
    __key__: key,
    __Key__: Key,
    __KEY__: key.replace(/[A-Z]/g, one => `_${one}`).toUpperCase(),
    __port__: String(port).replace(/(?=\d{3}$)/, port >= 10_000 ? '_' : ''),
  }
  return Object.fromEntries(
    Object.entries(pathsOf(key, Key)).map(([name, path]) => [
      path,
      readFileSync(join(texts, `${name}.txt`), 'utf8').replace(/__\w+?__/g, word => words[word] ?? word),
    ]),
  )
}
