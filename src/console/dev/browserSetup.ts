/** Resets stored preferences, language and theme before each component test. */
import { beforeEach } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'zh-CN'
  document.documentElement.dataset.theme = 'light'
})
