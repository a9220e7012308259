/** The name of a file in the store: 128 random bits, which cannot be guessed. */
import { randomBytes } from 'node:crypto'

const KEY = /^[A-Za-z0-9_-]{22}$/

export const newFileKey = (): string => randomBytes(16).toString('base64url')
export const isFileKey = (given: unknown): given is string => typeof given === 'string' && KEY.test(given)
