/** Serves the built console: hashed files for a year, the page itself fresh each time with its own nonce. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { cspWith } from './serve.ts'

/** Every path that is not the API and not a file answers the page, whose router takes it from there. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, wildcard: true, index: false, serveDotFiles: false, setHeaders: (reply, path) => {
    void reply.header('cache-control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
  } })
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api')) return reply.code(404).send({ code: 1, msg: request.language === 'en' ? 'Not found' : '资源不存在', error: 'not_found', data: null })
    // A missing chunk must fail as one, or the console could not tell that a release replaced it.
    if (request.url.startsWith('/assets/')) return reply.code(404).type('text/plain').send('Not found')
    const nonce = randomBytes(16).toString('base64')
    return reply.header('content-security-policy', cspWith(nonce)).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.replaceAll('__CSP_NONCE__', nonce))
  })
}
