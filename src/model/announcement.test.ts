/** Announcements of several modules: none takes another's event unnoticed. */
import { expect, test } from 'vitest'
import { announcementsIn, defineAnnouncement, type Announcement } from './announcement.ts'

const announced = (key: string, more: Partial<Announcement> = {}): Announcement =>
  defineAnnouncement(key, {
    ...{ announces: 'visit.changed', label: ['来访', 'Visit'], fields: {}, needs: [], sample: {} },
    ...more,
  })
const carries = (): boolean => true

test('two of one event say which they carry', () => {
  expect([...announcementsIn([announced('a', { carries }), announced('b', { carries })]).keys()]).toEqual(['a', 'b'])
  expect(() => announcementsIn([announced('a', { carries }), announced('b')])).toThrow('each says which it carries')
  expect(() => announcementsIn([announced('a'), announced('a')])).toThrow('two modules announce a')
})
