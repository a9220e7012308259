/** A rule on duplicate texts: a text used in several files has one definition. */
import { isTest, type ProjectRule } from './Rule.ts'

/** A literal text in both languages; texts with values in them belong where the values are. */
const TEXT =
  /\[\s*'((?:[^'\\]|\\.)*[\u4e00-\u9fff](?:[^'\\]|\\.)*)',\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),?\s*\]/g
/** Labels belong to their noun or class; the kit's own page shows examples. */
const HAS_LABELS = /\.(noun|fields)\.ts$|^src\/devices\/|^src\/console\/dev\//
/** Likewise that of a field of its own, such as the input of one operation: equal labels name different fields. */
const FIELD_LABEL =
  /\b(?:text|integer|decimal|fen|flag|instant|day|clock|place|secret|file|custom|rich|code|colour|icon|span|dictionary|list|group|json|choice|ref)\(\s*$/
const LONGEST_BUILDER = 40
const MOST_FILES = 2

export const repeatedText: ProjectRule = files => {
  const places = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    if (!path.startsWith('src/') || isTest(path) || HAS_LABELS.test(path)) continue
    for (const { index, 1: zh, 2: en, 3: quoted } of text.matchAll(TEXT)) {
      if (FIELD_LABEL.test(text.slice(Math.max(0, index - LONGEST_BUILDER), index))) continue
      const words = `${zh} / ${en ?? quoted}`
      places.set(words, (places.get(words) ?? new Set()).add(path))
    }
  }
  return [...places]
    .filter(([, paths]) => paths.size > MOST_FILES)
    .map(([words, paths]) => ({
      path: [...paths].sort()[0]!,
      message: `“${words}” is written in ${paths.size} files, at most ${MOST_FILES}: give it a home in a file of texts in src/base, or in its noun`,
    }))
}
