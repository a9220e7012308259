/** The kinds of fields that the form for writable properties supports. */
import type { Field } from '#model/field.ts'

export const SET_KINDS: readonly Field['kind'][] = ['text', 'integer', 'decimal', 'flag', 'choice']
