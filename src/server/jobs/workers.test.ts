import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { until } from '../../../tests/harness/until.ts'
import type { Ports } from '../ports.ts'
import { startWorkers } from './workers.ts'

const ports = { log: { warn: () => {} } } as unknown as Ports

test('a worker leaves nothing behind after a pause: what it costs does not grow with the time that it runs', async () => {
  let runs = 0
  let listeners = 0
  const workers = startWorkers(ports, [
    {
      part: 'worker',
      name: 'often',
      where: 'worker',
      async run(_ports, signal) {
        runs += 1
        listeners = getEventListeners(signal, 'abort').length
        return 1
      },
    },
  ])
  await until(() => runs >= 50, '50 runs')
  await workers.stop()
  expect(listeners).toBe(0)
})

test('a long pause ends when the workers are stopped', async () => {
  let runs = 0
  const workers = startWorkers(ports, [
    { part: 'worker', name: 'seldom', where: 'worker', run: async () => ((runs += 1), 3_600_000) },
  ])
  await until(() => runs === 1, 'the first run')
  await workers.stop()
  expect(runs).toBe(1)
})
