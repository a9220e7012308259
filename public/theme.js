/* Sets theme and language before the first paint; a file of its own because the policy forbids inline scripts. */
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('portico-theme')
    root.dataset.theme =
      theme === 'light' || theme === 'dark'
        ? theme
        : matchMedia('(prefers-color-scheme: dark)').matches
          ? 'dark'
          : 'light'
    var language = localStorage.getItem('portico-language')
    if (language !== 'zh' && language !== 'en')
      language = navigator.languages
        .map(function (tag) {
          return tag.slice(0, 2).toLowerCase()
        })
        .filter(function (tag) {
          return tag === 'zh' || tag === 'en'
        })[0]
    root.lang = language === 'zh' ? 'zh-CN' : 'en'
  } catch (e) {
    root.dataset.theme = 'light'
  }
})()
