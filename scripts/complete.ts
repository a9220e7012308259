/** The first part of `npm run check`: names what definitions, classes, protocols and references lack; silent when all is complete. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceClass } from '#model/device.ts'
import type { Guide } from '#model/protocol.ts'
import './gen.ts'

const { all: foundClasses } = await import('#devices/generated/classes.ts')
const { all: foundGuides } = await import('#devices/generated/guides.ts')
const { limitReference } = await import('#main/limitReference.ts')
const { protocols } = await import('#main/protocols.ts')
const { parts, partsOf } = await import('#main/wire.ts')
const { laidOut } = await import('#server/describe/laidOut.ts')
const { openapi } = await import('#server/http/openapi.ts')
const { simulate } = await import('#simulators/simulate.ts')
const { wires } = await import('#simulators/wires.ts')
const { classGaps } = await import('./complete/classGaps.ts')
const { missing } = await import('./complete/missing.ts')
const { productOf } = await import('./complete/product.ts')
const { protocolGaps } = await import('./complete/protocolGaps.ts')

const root = join(import.meta.dirname, '..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const having = <T>(found: readonly unknown[], name: string): T[] =>
  found.filter((one): one is T => typeof one === 'object' && one !== null && name in one)
const classes = having<DeviceClass>(foundClasses, 'abilities')
// The file is for the browser; its keys are its icons.
const icons = [...text('src/console/kit/iconSet.ts').matchAll(/^ {4}'?([a-z0-9-]+)'?: [A-Z]/gm)].map(
  ([, name]) => name!,
)
const options = { host: '127.0.0.1', port: 1, credentials: { productKey: '', deviceName: '', secret: '' } }

const drafts = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path))
  .filter(path => text(`src/${path}`).startsWith('/** One sentence:'))
  .map(path => `src/${path}: its first line is still that of the draft`)
const described = `${laidOut(openapi(parts, 'http://localhost:8080'))}\n` === text('docs/reference/openapi.json')
const limited = limitReference(partsOf('limits')) === text('docs/reference/limits.md')

const problems = [
  ...missing(productOf()),
  ...classes.flatMap(one =>
    classGaps(one, {
      spoken: [...protocols.values()].filter(({ carries }) => !carries).map(({ key }) => key),
      icons,
      simulate: () => void simulate(one, options),
    }),
  ),
  ...protocolGaps([...protocols.values()], {
    guided: having<Guide>(foundGuides, 'examples').map(({ protocol }) => protocol),
    simulated: [...wires.keys()],
    classes,
  }),
  ...drafts,
  ...(described && limited ? [] : ['docs/reference is not current: npm run reference']),
]
for (const problem of problems) console.error(problem)
process.exit(problems.length ? 1 : 0)
