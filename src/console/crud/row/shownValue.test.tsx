/** Values are shown in words; the number of a row that the user may not read is none. */
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { flag, instant, ref } from '#model/field.ts'
import { shownValue } from '#console/crud/row/shownValue.tsx'
import { setLanguage, useTranslate } from '#console/kit/language.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'

const field = ref(['维修人', 'Assigned to'], 'user')
const Shown = ({ name }: { name: string | null }) => (
  <p>
    {shownValue({
      field,
      name: 'userId',
      row: { userId: '192031400992497664', userName: name },
      translate: useTranslate(),
    })}
  </p>
)
beforeEach(() => setLanguage('zh'))

test('a reference has the name of its row, or says that it cannot be seen', async () => {
  const screen = await render(
    <KitRoot>
      <Shown name="黄师傅" />
      <Shown name={null} />
    </KitRoot>,
  )
  const [named, hidden] = [...screen.container.querySelectorAll('p')]
  expect([named!.textContent, hidden!.textContent]).toEqual(['黄师傅', '不可见'])
})

test('an empty value is shown as what it means, where the field declares that', async () => {
  const Until = ({ none }: { none?: readonly [string, string] }) => (
    <p>
      {shownValue({
        field: instant(['到期时间', 'Expires'], none ? { none } : {}),
        name: 'expiresAt',
        row: { expiresAt: null },
        translate: useTranslate(),
      })}
    </p>
  )
  const screen = await render(
    <KitRoot>
      <Until none={['不过期', 'Never']} />
      <Until />
    </KitRoot>,
  )
  expect([...screen.container.querySelectorAll('p')].map(one => one.textContent)).toEqual(['不过期', '—'])
})

test('of yes and no, no is quiet in a list, and not in the details of a row', async () => {
  const Local = ({ value, whole }: { value: boolean; whole?: boolean }) => (
    <p>
      {shownValue({
        field: flag(['读头判定', 'Decided by the reader']),
        name: 'local',
        row: { local: value },
        translate: useTranslate(),
        ...(whole ? { whole } : {}),
      })}
    </p>
  )
  const screen = await render(
    <KitRoot>
      <Local value />
      <Local value={false} />
      <Local value={false} whole />
    </KitRoot>,
  )
  const shown = [...screen.container.querySelectorAll('p')]
  expect(shown.map(one => [one.textContent, one.querySelector('.third') !== null])).toEqual([
    ['是', false],
    ['否', true],
    ['否', false],
  ])
})
