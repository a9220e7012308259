/**
 * Applies every rule to every file, less the problems that existed before the rule: those counts are exact, so that
 * they can only decrease.
 */
import type { FileRule, ProjectRule } from './Rule.ts'
import { keyLiterals } from './keys.ts'
import { lateConstants } from './lateConstants.ts'
import { plainNames, rawColour, reactLazy } from './screens.ts'
import { banned, fileName, folderSize, functionLength, length, opening, untypedRow } from './shape.ts'
import { lockedList, rawState, statementWidth } from './statements.ts'
import { repeatedText } from './texts.ts'
import { longPause, swallowedWait, timeLimit } from './waits.ts'
import { cycles, layers, modules, pageImports, pure, shownZone, unusedExports } from './walls.ts'

export const FILE_RULES: Readonly<Record<string, FileRule>> = {
  length,
  opening,
  banned,
  fileName,
  functionLength,
  layers,
  modules,
  pageImports,
  shownZone,
  pure,
  statementWidth,
  lateConstants,
  lockedList,
  rawState,
  rawColour,
  plainNames,
  reactLazy,
  untypedRow,
  timeLimit,
  longPause,
  swallowedWait,
}
export const PROJECT_RULES: Readonly<Record<string, ProjectRule>> = {
  folderSize,
  cycles,
  unusedExports,
  keyLiterals,
  repeatedText,
}

/** The number of problems, by rule and path. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Stylesheets are only checked for length and colours. */
const FOR_STYLES = new Set(['length', 'rawColour'])

/** The problems in these files beyond `expected`, and counts that are lower than expected. */
export function judge(files: ReadonlyMap<string, string>, expected: Counts): { problems: string[]; counts: Counts } {
  const sources = new Map([...files].filter(([path]) => /\.tsx?$/.test(path)))
  const found = new Map<string, Map<string, string[]>>()
  const add = (rule: string, path: string, message: string): void => {
    const byPath = found.get(rule) ?? new Map<string, string[]>()
    found.set(rule, byPath.set(path, [...(byPath.get(path) ?? []), message]))
  }
  for (const [rule, problemsOf] of Object.entries(FILE_RULES))
    for (const [path, text] of FOR_STYLES.has(rule) ? files : sources)
      for (const message of problemsOf(path, text)) add(rule, path, message)
  for (const [rule, problemsOf] of Object.entries(PROJECT_RULES))
    for (const { path, message } of problemsOf(sources)) add(rule, path, message)
  const problems: string[] = []
  for (const [rule, byPath] of found)
    for (const [path, messages] of byPath)
      if (messages.length > (expected[rule]?.[path] ?? 0))
        problems.push(...messages.map(message => `${path}: ${message}`))
  for (const [rule, byPath] of Object.entries(expected))
    for (const [path, count] of Object.entries(byPath)) {
      const now = found.get(rule)?.get(path)?.length ?? 0
      if (now < count)
        problems.push(`${path}: ${rule} finds ${now} where scripts/tidy/expected.json says ${count}: lower it there`)
    }
  // Rules without problems stay in the list, so that nothing can be recorded for them again.
  const counts = Object.fromEntries(
    [...Object.keys(FILE_RULES), ...Object.keys(PROJECT_RULES)].map(rule => [
      rule,
      Object.fromEntries([...(found.get(rule) ?? [])].map(([path, messages]) => [path, messages.length])),
    ]),
  )
  return { problems, counts }
}

/** Rules that existed before and find more than `expected`: those problems must be fixed, not recorded. */
export const raisedIn = (counts: Counts, expected: Counts): string[] =>
  Object.entries(counts).flatMap(([rule, byPath]) =>
    Object.entries(byPath)
      .filter(([path, count]) => expected[rule] && count > (expected[rule][path] ?? 0))
      .map(([path, count]) => `${path}: ${rule} finds ${count}, ${expected[rule]?.[path] ?? 0} before: mend it`),
  )
