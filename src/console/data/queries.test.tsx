/** Data that counts rows is fetched again after they change. */
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queries, invalidateRows } from './queries.ts'

test('people that changed are counted anew by the tree beside them; what is not shown waits', async () => {
  const asked: string[] = []
  const look = (key: readonly string[]): (() => void) =>
    new QueryObserver(queries, {
      queryKey: key,
      queryFn: () => {
        asked.push(key.join(' '))
        return asked.length
      },
    }).subscribe(() => {})
  const leave = [
    look(['/api/person/person', 'page']),
    look(['/api/person/organization', 'tree']),
    look(['/api/job', 'page']),
    look(['dictionary', '/api/admin/dict/type/gender']),
  ]
  const hidden = look(['/api/insight/overview'])
  await expect.poll(() => asked.length).toBe(5)
  hidden()
  asked.length = 0
  await invalidateRows('/api/person/person')
  expect(asked.sort()).toEqual(['/api/person/organization tree', '/api/person/person page'])
  expect(queries.getQueryState(['/api/insight/overview'])?.isInvalidated).toBe(true)
  for (const one of leave) one()
  queries.clear()
})
