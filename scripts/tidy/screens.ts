/** Rules on colours and names. */
import { isTest, type FileRule } from './Rule.ts'
import { declaredNames, exportsOf } from './syntax.ts'

const COLOUR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgba?|hsla?|oklch)\(/i
/** Places where colours are defined, chosen by the user, or used outside the screen. */
const NAMES_COLOURS =
  /console\/kit\/tokens\.css|console\/app\/login\/|console\/dev\/|^src\/brands\/|server\/(sheets|imports|http)\/|QrLabels\.css|ColourField|QrCode\.css|sampleValues|kit\/defaults\.ts|base\/rules\.ts/
/** Pictures for simulated cameras, which are not part of the user interface. */
const DRAWS_PICTURES = /^src\/simulators\//

export const rawColour: FileRule = (path, text) => {
  if (!path.startsWith('src/') || isTest(path) || NAMES_COLOURS.test(path) || DRAWS_PICTURES.test(path)) return []
  const code = text.replace(/\/\*.*?\*\//gs, '').replace(/(['"`])\/[^'"`]*\1/g, '')
  const [found] = COLOUR.exec(code) ?? []
  return found ? [`${found} is a raw colour: use a token of console/kit/tokens.css`] : []
}

/** React's own holds back what has been loaded until its placeholder was visible for 300 ms. */
export const reactLazy: FileRule = (path, text) =>
  path.startsWith('src/') &&
  /import \{[^}]*\b(lazy|Suspense)\b[^}]*\} from 'react'/.test(text) &&
  !/kit\/layout\/lazy\.tsx$/.test(path)
    ? ["React's own `lazy` or `Suspense` makes people wait 300 ms: use kit/layout/lazy.tsx"]
    : []

/** Parts of names without a meaning in this field; those of exports, and those of any name, also in tests. */
const VAGUE = new Set('grown rooms nobody somebody whoever calm calmly kept'.split(' '))
const VAGUE_ANYWHERE = new Set(
  'tell tells told hear hears heard say says said stand stands stood mine theirs'.split(' '),
)
export const plainNames: FileRule = (path, text) => {
  if (!/\.tsx?$/.test(path)) return []
  const exported = new Set(isTest(path) || !path.startsWith('src/') ? [] : exportsOf(path, text))
  return [...new Set([...exported, ...declaredNames(path, text)])].flatMap(name => {
    const vague = name
      .split(/(?=[A-Z])|_/)
      .map(word => word.toLowerCase())
      .find(word => VAGUE_ANYWHERE.has(word) || (exported.has(name) && VAGUE.has(word)))
    return vague ? [`${name}: “${vague}” is no term of the field; name what it is`] : []
  })
}
