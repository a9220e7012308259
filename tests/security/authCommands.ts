/** Random actions of a user around signing in. */
import fc from 'fast-check'
import { MINUTE } from './authModel.ts'

/** Mostly the newest. */
const SESSION = fc.constantFrom(0, 0, 0, 1, 2)
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('login' as const),
      right: fc.constant(true),
      door: fc.constantFrom('', '', '', 'foshan'),
      captcha: fc.constantFrom('none', 'right'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('login' as const),
      right: fc.boolean(),
      door: fc.constantFrom('', 'foshan'),
      captcha: fc.constantFrom('none', 'right', 'wrong', 'reused', 'others', 'missing'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('askCode' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('useCode' as const), code: fc.constantFrom('right', 'wrong', 'used') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('factor' as const),
      at: fc.nat({ max: 1 }),
      code: fc.constantFrom('right', 'wrong', 'again'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('refresh' as const), at: SESSION, age: fc.constantFrom(0, 0, 1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('logout' as const), at: SESSION }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('password' as const), at: SESSION, right: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disable' as const), on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('role' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), at: SESSION, victim: SESSION }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('enrol' as const), at: SESSION }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(11_000, 31_000, 70_000, 5.5 * MINUTE, 16.5 * MINUTE, 125 * MINUTE),
    }),
  },
)
type Of<T> = T extends fc.Arbitrary<infer Value> ? Value : never
export type Command = Of<typeof command>
/** A command of one kind. */
export type Do<Kind extends Command['do']> = Extract<Command, { do: Kind }>

const login = { do: 'login', right: true, door: '', captcha: 'none' } as const
/** Half of them have a second factor from the start, with its first code used. */
export const commands: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.constantFrom<Command[]>(
      [],
      [login, { do: 'enrol', at: 0 }, { do: 'wait', ms: 31_000 }, login, { do: 'factor', at: 0, code: 'right' }],
    ),
    fc.array(command, { minLength: 12, maxLength: 36 }),
  )
  .map(parts => parts.flat())
