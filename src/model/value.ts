/** What fields hold, as types: they follow from the definition of each field. */
/** The values that a JSON schema admits, as far as it says. */
type Schema<S> = S extends { type: 'array'; items: infer I }
  ? Schema<I>[]
  : S extends { type: 'object'; properties: infer P }
    ? { -readonly [K in keyof P]?: Schema<P[K]> }
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'integer' | 'number' }
        ? number
        : S extends { type: 'boolean' }
          ? boolean
          : unknown
/** What a field holds, as it travels. */
export type Value<F> = F extends { kind: 'json'; schema: infer S }
  ? Schema<S>
  : F extends { value?: infer T }
    ? F extends { many: true } | { shape: 'way' }
      ? Exclude<T, undefined>[]
      : Exclude<T, undefined>
    : never
/** The values of a set of fields once they are judged: each is there, null where it may be left empty. */
export type Values<F> = { -readonly [K in keyof F]: F[K] extends { required: true } ? Value<F[K]> : Value<F[K]> | null }
