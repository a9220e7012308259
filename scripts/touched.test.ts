/** Which tests a name or a path selects. */
import { expect, test } from 'vitest'
import { touchedBy } from './touched.ts'

test('a module: its own tests, those that import it, and all of its pages', async () => {
  const touched = await touchedBy(['people'])
  expect(touched.node).toContain('src/modules/people/template.test.ts')
  expect(touched.node).not.toContain('src/modules/identity/signIn/signIn.test.ts')
  expect(touched.pages).toEqual(
    expect.arrayContaining(['/apply/customPerson/:templateId', '/systemManage/templateEdit']),
  )
  expect(touched.pages).not.toContain('/systemManage/role')
})

test('a page: the walk over it and nothing else of its module', async () => {
  const touched = await touchedBy(['src/modules/linkage/union.page.tsx'])
  expect(touched.pages).toEqual(['/:deviceClass/union'])
  expect(touched.node).toEqual([])
})

test('a component of the kit: the tests in a browser', async () => {
  const touched = await touchedBy(['Dialog'])
  expect(touched.browser.length).toBeGreaterThan(0)
  expect(touched.browser.every(file => file.endsWith('.test.tsx'))).toBe(true)
})

test('a suite end to end and a fault go by their names', async () => {
  expect((await touchedBy(['story'])).e2e).toContain('tests/e2e/story.test.ts')
  expect((await touchedBy(['kills'])).faults).toEqual(['kills'])
})

test('what names nothing is refused by its name', async () => {
  await expect(touchedBy(['poeple'])).rejects.toThrow(/^poeple: no file or folder/)
})
