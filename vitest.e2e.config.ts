/** The tests end to end: the built console in Chromium against the whole platform, three files at a time. */
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/harness/LongestFirst.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['tests/e2e/**/*.test.ts'],
    setupFiles: ['tests/harness/failMissed.ts'],
    globalSetup: ['tests/e2e/globalSetup.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // A page waits for its server half of the time: another pair of browser and platform uses that half.
    maxWorkers: 3,
    isolate: false,
    testTimeout: 120_000,
    // On a machine that runs every part at once a second is no sign that something never happens.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
  },
})
