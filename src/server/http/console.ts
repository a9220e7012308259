/** Serves the built console: hashed files are cached for a year, the page itself is sent with a new nonce each time. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const CSP =
  "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-NONCE'; img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
export const cspWith = (nonce: string): string => CSP.replace('NONCE', nonce)
/** The content security policy of a page with an inline script. */
export const scriptWith = (nonce: string): string =>
  cspWith(nonce).replace("script-src 'self'", `script-src 'nonce-${nonce}'`)

/** The worker that reads bar codes is WebAssembly, which no page may compile. */
const WASM_WORKER = /[\\/]codeWorker-[^\\/]+\.js(\.(br|gz))?$/
const WORKER_CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * Serves the files and returns the function that sends the page. A missing asset stays a 404, from which the
 * console knows that a release replaced it.
 */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
): Promise<(reply: FastifyReply) => FastifyReply> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    serveDotFiles: false,
    // The build writes them beside the files; a file without one is sent as it is.
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      if (WASM_WORKER.test(path)) void reply.header('content-security-policy', WORKER_CSP)
    },
    globIgnore: ['**/index.html', '**/.*', '.vite/**', '**/*.{br,gz}'],
  })
  return reply => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', cspWith(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__CSP_NONCE__', nonce))
  }
}
