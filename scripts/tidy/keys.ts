/** Rules on keys: engines contain no key of a device class or noun, and code that serves all classes none of a class. */
import { isTest, type ProjectRule } from './Rule.ts'

/** Engines serve every noun; the pages of a module may name those they show. */
const ENGINE = /^src\/(model|server)\/|^src\/console\/(crud|kit|data)\//
/** Shared by all classes: pages and server halves alike, simulators and what plays the demo; its plans name what they have. */
const SHARED = /^src\/(console|modules|simulators)\/|^src\/main\/demo\/[^/]+$/
const DECLARED = { noun: /defineNoun\('(\w+)'/g, deviceClass: /defineDeviceClass\('(\w+)'/g }
/**
 * Keys that are also words of the model: the writer of a field, the scope of a row, the purpose of a page. For these
 * only the use as a key is a problem.
 */
const ALSO_WORDS = new Set([
  ...['user', 'device', 'application', 'person', 'organization', 'callback', 'linkage', 'command', 'session'],
  ...['menu', 'role', 'event', 'door', 'site'],
])

const declaredIn = (files: ReadonlyMap<string, string>, kind: keyof typeof DECLARED): Set<string> =>
  new Set(
    [...files].flatMap(([path, text]) =>
      path.startsWith('src/') && !isTest(path) ? [...text.matchAll(DECLARED[kind])].map(([, key]) => key!) : [],
    ),
  )
const usedAsKey = (code: string, key: string): boolean =>
  new RegExp(`\\b(key|to|of|noun|object)\\s*[!=]==\\s*'${key}'|\\b(nouns\\.get|nounOf)\\('${key}'\\)`).test(code)

/** A key of a class or noun in code that serves all of them alike. */
export const keyLiterals: ProjectRule = files => {
  const [nouns, classes] = [declaredIn(files, 'noun'), declaredIn(files, 'deviceClass')]
  return [...files].flatMap(([path, text]) => {
    const engine = ENGINE.test(path)
    if (isTest(path) || (!engine && !SHARED.test(path))) return []
    const code = text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*/g, '')
    const literals = new Set([...code.matchAll(/'(\w+)'/g)].map(([, word]) => word!))
    const found = [...literals].flatMap(word =>
      classes.has(word)
        ? [`names the class ${word}: let an ability declare what differs`]
        : engine && nouns.has(word) && (!ALSO_WORDS.has(word) || usedAsKey(code, word))
          ? [`names the noun ${word}: let the noun declare what differs`]
          : [],
    )
    return found.map(message => ({ path, message }))
  })
}
