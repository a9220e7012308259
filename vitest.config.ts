/** The node tests: rules, real database, real sockets. Browser and e2e tests have configurations of their own. */
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { RECORDED_VARIABLE } from './scripts/sql/ranStatement.ts'
import { LongestFirst } from './tests/harness/LongestFirst.ts'

const ALL = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts']
const EXCLUDED = ['**/node_modules/**', 'tests/e2e/**', 'tests/.tmp/**']
/** These want a process of their own: they measure its memory, load modules anew, change a class, or start whole products beside it. */
const OWN_PROCESS = [
  'src/main/consoleRegistry.test.ts',
  'src/modules/rights/severalSets.test.ts',
  'tests/limits.test.ts',
  'tests/supervisor.test.ts',
  'tests/variables.test.ts',
]
/** In a run that is recorded, code imports the `sql` tag that keeps of what a statement is made. */
const TAG = join(import.meta.dirname, 'tests/harness/recordedTag.ts')
const tag: Plugin = {
  name: 'recorded sql',
  enforce: 'pre',
  resolveId: (id, importer) => (id === 'sql-template-tag' && importer !== TAG ? TAG : undefined),
}
const plugins = process.env[RECORDED_VARIABLE] ? [tag] : []
const setupFiles = [
  'tests/harness/failMissed.ts',
  ...(process.env[RECORDED_VARIABLE] ? ['tests/harness/recordSql.ts'] : []),
]
const node = {
  environment: 'node',
  pool: 'forks',
  // Many wait, for a timer, a process or the database: two of four compute.
  maxWorkers: 4,
  setupFiles,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // On a machine that runs every part at once a second is no sign that something never happens.
  expect: { poll: { timeout: 10_000 } },
} as const

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/globalSetup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { plugins, test: { ...node, name: 'own process', include: OWN_PROCESS } },
      {
        plugins,
        test: { ...node, name: 'node', include: ALL, exclude: [...EXCLUDED, ...OWN_PROCESS], isolate: false },
      },
    ],
  },
})
