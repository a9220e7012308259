/** The types of field values, derived from the definition of each field. */
import type { Params } from './row.ts'
interface Scalars {
  string: string
  integer: number
  number: number
  boolean: boolean
  null: null
}
interface Named extends Scalars {
  object: Params
}
type Names<S> = S extends { required: readonly (infer N)[] } ? N : never
/** The values that a JSON schema allows, as far as types can express it. */
type Schema<S> = S extends { enum: readonly (infer V)[] }
  ? V
  : S extends { type: infer T extends keyof Scalars }
    ? Scalars[T]
    : S extends { type: readonly (infer T extends keyof Scalars | 'object')[] }
      ? Named[T]
      : S extends { type: 'array'; items: infer I }
        ? Schema<I>[]
        : S extends { type: 'object'; properties: infer P }
          ? { -readonly [K in keyof P as K extends Names<S> ? K : never]: Schema<P[K]> } & {
              -readonly [K in keyof P as K extends Names<S> ? never : K]?: Schema<P[K]>
            } & (S extends { additionalProperties: object } ? Params : unknown)
          : S extends { type: 'object' }
            ? Record<string, S extends { additionalProperties: infer A extends object } ? Schema<A> : unknown>
            : unknown
/** The value of a field, as it is sent. */
export type Value<F> = F extends { kind: 'json'; schema: infer S }
  ? Schema<S>
  : F extends { value?: infer T }
    ? F extends { many: true } | { shape: 'way' }
      ? Exclude<T, undefined>[]
      : Exclude<T, undefined>
    : never
/** The values of a set of fields after they are judged: each is present, null where it may be empty. */
export type Values<F> = { -readonly [K in keyof F]: F[K] extends { required: true } ? Value<F[K]> : Value<F[K]> | null }
