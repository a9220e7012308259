/** Problems that are older than their rule are counted exactly, and can only become fewer. */
import { expect, test } from 'vitest'
import { FILE_RULES, judge, PROJECT_RULES, raisedIn } from './judge.ts'

test('what was there before is counted exactly: one more is an error, and so is one less', () => {
  const files = (names: string) =>
    new Map([
      ['src/base/a.ts', `/** One. */\nexport const { ${names} } = all\n`],
      ['src/main/server.ts', `/** Main. */\nimport { ${names} } from '#base/a.ts'\n`],
    ])
  const expected = { plainNames: { 'src/base/a.ts': 1 } }
  expect(judge(files('told, a'), expected).problems).toEqual([])
  expect(judge(files('told, heard'), expected).problems).toEqual([
    'src/base/a.ts: told: “told” is no term of the field; name what it is',
    'src/base/a.ts: heard: “heard” is no term of the field; name what it is',
  ])
  expect(judge(files('a, b'), expected).problems).toEqual([
    'src/base/a.ts: plainNames finds 0 where scripts/tidy/expected.json says 1: lower it there',
  ])
})

test('a rule that finds nothing is written down as well, so that it is not new the next time', () => {
  const { counts } = judge(new Map([['src/base/a.ts', '/** One. */\n']]), {})
  expect(Object.keys(counts)).toEqual([...Object.keys(FILE_RULES), ...Object.keys(PROJECT_RULES)])
  expect(raisedIn({ pure: { 'src/base/a.ts': 1 } }, counts)).toEqual(['src/base/a.ts: pure finds 1, 0 before: mend it'])
})

test('only less is written down, unless the rule is new', () => {
  const before = { plainNames: { 'src/base/a.ts': 1 } }
  expect(raisedIn({ plainNames: { 'src/base/a.ts': 2, 'src/base/b.ts': 1 } }, before)).toEqual([
    'src/base/a.ts: plainNames finds 2, 1 before: mend it',
    'src/base/b.ts: plainNames finds 1, 0 before: mend it',
  ])
  expect(raisedIn({ plainNames: {}, pure: { 'src/base/c.ts': 4 } }, before)).toEqual([])
})
