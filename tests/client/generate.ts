/** Client types from a description, as `npx openapi-typescript` makes them. It needs TypeScript 5, which this folder installs. */
import { writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const BLOB = ts.factory.createTypeReferenceNode('Blob')

/** Writes the types to `file`; a file in a form is a Blob, as `fetch` expects. */
export async function generateClient(description: object, file: string): Promise<void> {
  const nodes = await openapiTS(JSON.parse(JSON.stringify(description)), {
    silent: true,
    transform: schema => (schema.format === 'binary' ? BLOB : undefined),
  })
  await writeFile(file, astToString(nodes))
}
