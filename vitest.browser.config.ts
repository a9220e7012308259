/** The component tests: the kit in a real browser, the system's own Chromium. */
import locales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, chromiumOrThrow } from './tests/harness/chromium.ts'

export default defineConfig({
  plugins: [react(), { ...locales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' }],
  // A reload in the middle of a run is a failed run, so what is imported is known before.
  optimizeDeps: {
    include: [
      ...['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime', 'axe-core', 'vitest-browser-react'],
      ...['@tanstack/react-query', '@tanstack/react-router'],
    ],
  },
  test: {
    name: 'browser',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/console/dev/browserSetup.ts'],
    // One origin, one localStorage: files must not run beside each other.
    fileParallelism: false,
    testTimeout: 15_000,
    // On a machine that runs every part at once a second is no sign that something never happens.
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      // On a machine that runs every part at once the browser starts late.
      connectTimeout: 300_000,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: chromiumOrThrow(), args: [...CHROMIUM_ARGS] },
        // Transitions of a whole page cost more than all else that the tests do.
        contextOptions: { locale: 'zh-CN', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
