/* Sets theme and language before the first paint; a file of its own because the policy forbids inline scripts. */
(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('portico-theme')
    root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    root.lang = localStorage.getItem('portico-language') === 'en' ? 'en' : 'zh-CN'
  } catch (e) {
    root.dataset.theme = 'light'
  }
})()
