/** The tests end to end: the built console in Chromium against the whole platform, one file after another. */
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
    // One file at a time: a browser and a platform keep two cores busy, and a second pair runs into the limits of the first.
    maxWorkers: 1,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
