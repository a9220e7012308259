/** How the console is built: one page, Chinese and English only, a nonce for styles, a manifest for the server. */
import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import locales from '@react-aria/optimize-locales-plugin'
import { defineConfig, type Plugin } from 'vite'
import { chunks } from './scripts/console/chunks.ts'
import { compress } from './scripts/console/compress.ts'
import { iconFiles } from './scripts/console/icons.ts'

/** Serves the kit's own page at /dev/kit while developing; it is no part of the build. */
const kitPage: Plugin = {
  name: 'portico-kit-page',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.url?.split('?')[0] === '/dev/kit') request.url = '/dev-kit.html'
      next()
    })
  },
}

const server = `http://127.0.0.1:${process.env.PORTICO_HTTP_PORT ?? 8080}`

export default defineConfig({
  plugins: [
    react(),
    { ...locales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' },
    kitPage,
    iconFiles(),
    chunks(),
    compress(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  server: { host: '127.0.0.1', strictPort: true, proxy: { '/api': server } },
  publicDir: existsSync('public') ? 'public' : false,
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    manifest: true,
    target: 'es2024',
    // Fonts and pictures stay files: `data:` is not in the policy.
    assetsInlineLimit: 0,
    rollupOptions: { input: 'index.html' },
  },
})
