/** The description as programs with an API key use it: the key implies the application. */
import type { Json } from '../http/fieldSchema.ts'
import type { Paths } from './nounOperations.ts'

const WORDS = {
  description: 'The application of the key; may be left out',
  'x-description-zh': '密钥所属的应用，可不填',
}

/** The same document with `appId` optional, so that generated clients do not ask for it. */
export function forKeys<Document extends Json>(document: Document): Document {
  const paths = Object.fromEntries(
    Object.entries(document.paths as Paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, withoutApplication(one)])),
    ]),
  )
  return { ...document, paths }
}

const withoutApplication = (operation: Json): Json => {
  const parameters = operation.parameters as readonly Json[] | undefined
  if (!parameters) return operation
  return {
    ...operation,
    parameters: parameters.map(one =>
      one.in === 'query' && one.name === 'appId' ? { ...one, required: false, ...WORDS } : one,
    ),
  }
}
