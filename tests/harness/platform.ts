/** The whole platform in one process, for tests: API, gateway, outbox and workers on a fresh database. */
import { startOutbox } from '#server/outbox/outbox.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import { partsOf } from '#main/wire.ts'
import { makeApplication, startTestGateway, type TestGateway } from './device.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface TestPlatform {
  server: TestServer
  gateway: TestGateway
  appId: string
  models: Record<string, string>
  /** Calls in the application; throws when it is refused. */
  ask<T = any>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<T>
  close(): Promise<void>
}

export async function startPlatform(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestPlatform> {
  const server = await startTestServer(options)
  const gateway = await startTestGateway(server)
  const outbox = startOutbox(server.ports, partsOf('handler'))
  const workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  const { appId, models } = await makeApplication(server)
  return {
    server,
    gateway,
    appId,
    models,
    async ask(method, url, body) {
      const answer = await server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${appId}`, body)
      if (answer.body.code !== 0) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
      return answer.body.data
    },
    async close() {
      await workers.stop()
      await outbox.stop()
      await gateway.close()
      await server.close()
    },
  }
}

export { until } from './until.ts'
