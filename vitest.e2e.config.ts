/** The tests end to end: the built console in Chromium against the whole platform, each file with a platform and a browser of its own. */
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/harness/LongestFirst.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/globalSetup.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // The walk keeps one core busy for as long as all the others take on the second.
    maxWorkers: 2,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
