/** Every text that contains a word: definitions, messages and screens in the sources, and the guides. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest } from '../tidy/Rule.ts'
import { literalsOf } from './literalsOf.ts'

const root = join(import.meta.dirname, '../..')
const SOURCE = /\.tsx?$/
const GUIDE = /\.md$/

/** A word as people read it: a part of a longer name in code, such as `openDoor`, is not one. */
function finderOf(word: string): RegExp {
  const plain = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(/^\w.*\w$|^\w$/.test(word) ? `\\b${plain}\\b` : plain, 'i')
}

/** The lines of one file, each as `path:line  text`. */
export function linesWith(word: string, path: string, text: string): string[] {
  const finder = finderOf(word)
  const lines = GUIDE.test(path)
    ? text.split('\n').map((words, at) => ({ line: at + 1, words }))
    : finder.test(text)
      ? literalsOf(path, text)
      : []
  return lines.filter(({ words }) => finder.test(words)).map(({ line, words }) => `${path}:${line}  ${words}`)
}

export function whereWord(word: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'docs', '*.md'], { cwd: root })
  return listed
    .toString()
    .split('\n')
    .filter(path => GUIDE.test(path) || (SOURCE.test(path) && !isTest(path)))
    .flatMap(path => linesWith(word, path, readFileSync(join(root, path), 'utf8')))
}
