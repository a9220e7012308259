/** Values of a field as they are compared: identities in the one form of their kind, others as they are. */
import { IDENTITIES, type IdentityKind } from '#base/identity.ts'
import type { Field, TextField } from './field.ts'

export const isIdentity = (field: Field | undefined): field is TextField & { identity: IdentityKind } =>
  field?.kind === 'text' && field.identity !== undefined

/** Null is equal to nothing: the text is no such identity. */
export const comparedAs = (field: Field | undefined, given: string): string | null =>
  isIdentity(field) ? IDENTITIES[field.identity](given) : given
