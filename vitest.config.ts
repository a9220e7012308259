/** The node tests: rules, real database, real sockets. Browser and e2e tests have configurations of their own. */
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/harness/LongestFirst.ts'

const ALL = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts']
const EXCLUDED = ['**/node_modules/**', 'tests/e2e/**', 'tests/.tmp/**']
/** These want a process of their own: they measure its memory, load modules anew, or start whole products beside it. */
const OWN_PROCESS = ['src/main/consoleRegistry.test.ts', 'tests/limits.test.ts', 'tests/supervisor.test.ts']
const node = { environment: 'node', pool: 'forks', maxWorkers: 2, testTimeout: 120_000, hookTimeout: 120_000 } as const

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/globalSetup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...node, name: 'own process', include: OWN_PROCESS } },
      { test: { ...node, name: 'node', include: ALL, exclude: [...EXCLUDED, ...OWN_PROCESS], isolate: false } },
    ],
  },
})
