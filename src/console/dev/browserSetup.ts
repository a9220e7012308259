/** Every component test begins as a person who has chosen nothing. */
import { beforeEach } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'zh-CN'
  document.documentElement.dataset.theme = 'light'
})
