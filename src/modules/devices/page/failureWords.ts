/** What to say when something could not be loaded: the server's own words, never the browser's. */
import { RequestError } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'

export const failureWords = (error: unknown): Words =>
  error instanceof RequestError && error.message
    ? error.message
    : ['请检查网络后重试', 'Check the network and try again']
