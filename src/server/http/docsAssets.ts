/** Style and script of the page at /api/docs; both are inline with the nonce, and nothing is loaded from elsewhere. */
export const DOCS_STYLE = `:root{color-scheme:light dark;--field:light-dark(#8a94a6,#5d6a80);--line:light-dark(#e7eaef,#222a37);--text:light-dark(#131a26,#e6ebf4);--second:light-dark(#55607a,#9aa5b8);--ground:light-dark(#f6f7f9,#0a0d13);--surface:light-dark(#fff,#10151e);--code:light-dark(#f1f3f7,#161d29);--link:light-dark(#1467c6,#3fa1ff)}
*{box-sizing:border-box}[hidden]{display:none!important}body{margin:0;font:14px/22px system-ui,"Noto Sans CJK SC",sans-serif;background:var(--ground);color:var(--text);display:grid;grid-template-columns:250px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;background:var(--surface);box-shadow:inset -1px 0 var(--line)}nav a{display:block;color:var(--second);text-decoration:none;padding:3px 8px;border-radius:6px}nav a:hover,nav a:focus-visible{color:var(--link);background:var(--code)}nav b{display:block;margin:18px 8px 4px;font-size:12px}
main{padding:32px 40px;width:100%;max-width:1400px;justify-self:center}main>p{color:var(--second)}h1{font-size:24px;line-height:32px;margin:0 0 8px}h2{font-size:17px;margin:36px 0 10px;scroll-margin-top:72px}h4{margin:18px 0 6px;font-size:13px}
.bar{position:sticky;top:0;z-index:1;display:grid;grid-template-columns:3fr 2fr 2fr;gap:8px;padding:12px 0;background:var(--ground)}input,textarea{font:inherit;color:inherit;background:var(--surface);border:0;box-shadow:inset 0 0 0 1px var(--field);border-radius:8px;padding:7px 10px;width:100%;min-width:0}textarea{font:12px/18px ui-monospace,monospace}input:focus-visible,textarea:focus-visible,button:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:1px}
details{background:var(--surface);box-shadow:inset 0 0 0 1px var(--line);border-radius:10px;margin:6px 0;content-visibility:auto;contain-intrinsic-size:auto 42px;scroll-margin-top:72px}summary{cursor:pointer;padding:10px 14px;display:flex;gap:12px;align-items:baseline;flex-wrap:wrap;position:relative;padding-right:36px}summary::after{content:'';position:absolute;right:18px;top:15px;width:7px;height:7px;border:solid var(--second);border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}[open]>summary::after{top:19px;transform:rotate(225deg)}#fold{display:none}.b{padding:0 14px 14px}.s{color:var(--second)}.r{color:var(--second);margin:0}
code{font:12px/18px ui-monospace,monospace;overflow-wrap:anywhere}pre{background:var(--code);border-radius:8px;padding:10px 12px;margin:0;overflow:auto;font:12px/18px ui-monospace,monospace;max-height:360px}.m{font:600 11px ui-monospace,monospace;width:52px}.get{color:light-dark(#0a7350,#3ecf9a)}.post{color:var(--link)}.put{color:light-dark(#8f5600,#e0a13c)}.delete{color:light-dark(#c1272d,#ff7b80)}
.t{overflow-x:auto}table{border-collapse:collapse;width:100%}td{box-shadow:inset 0 1px var(--line);padding:6px 12px 6px 0;vertical-align:top}td i{font-style:normal;white-space:nowrap;font-size:11px;color:light-dark(#c1272d,#ff7b80);margin-left:6px}.f{display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:8px;margin-bottom:8px}button{font:inherit;background:var(--link);color:light-dark(#fff,#0a0d13);border:0;border-radius:8px;padding:6px 16px;margin:8px 0;cursor:pointer}
@media(max-width:760px){body{display:block}nav{position:static;height:auto;padding:16px}nav a{padding:8px}#fold{display:block;width:100%;background:var(--code);color:var(--text)}#subjects:not(.open){display:none}main{padding:20px 16px}.bar{grid-template-columns:1fr;position:static}tr{display:grid;grid-template-columns:minmax(0,auto) minmax(0,1fr);column-gap:10px;box-shadow:inset 0 1px var(--line);padding:6px 0}td{box-shadow:none;padding:0}td:nth-child(2){color:var(--second)}td:nth-child(3){grid-column:1/-1}td:empty{display:none}details,h2{scroll-margin-top:12px}}`

/** The theme chosen in the console, or else that of the system. */
export const DOCS_THEME = `try{const theme=localStorage.getItem('portico-theme');if(theme==='light'||theme==='dark')document.documentElement.style.colorScheme=theme}catch{}`

export const DOCS_SCRIPT = `
const byId = id => document.getElementById(id)
const all = [...document.querySelectorAll('details')]
byId('q').addEventListener('input', event => {
  const words = event.target.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const one of all) {
    const text = (one.id + ' ' + one.querySelector('summary').textContent).toLowerCase()
    one.hidden = !words.every(word => text.includes(word))
    if (!one.hidden) shown += 1
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('details:not([hidden])')
  byId('none').hidden = shown > 0
})
const fold = byId('fold')
const setFold = open => {
  fold.setAttribute('aria-expanded', String(open))
  byId('subjects').classList.toggle('open', open)
}
fold.addEventListener('click', () => setFold(fold.getAttribute('aria-expanded') !== 'true'))
byId('subjects').addEventListener('click', event => event.target.closest('a') && setFold(false))
const openNamed = () => {
  const one = location.hash && byId(decodeURIComponent(location.hash.slice(1)))
  if (one && one.tagName === 'DETAILS') one.open = true
}
addEventListener('hashchange', openNamed)
openNamed()
document.addEventListener('submit', async event => {
  event.preventDefault()
  const form = event.target
  const out = form.querySelector('.out')
  const query = new URLSearchParams()
  if (byId('app').value) query.set('appId', byId('app').value)
  let path = form.dataset.path
  for (const input of form.querySelectorAll('input')) {
    if (input.dataset.in === 'path') path = path.replace('{' + input.name + '}', encodeURIComponent(input.value))
    else if (input.value) query.set(input.name, input.value)
  }
  const headers = { 'accept-language': document.documentElement.lang }
  if (byId('key').value) headers.authorization = 'Bearer ' + byId('key').value.trim()
  const body = form.querySelector('textarea')
  if (body) headers['content-type'] = 'application/json'
  out.hidden = false
  out.textContent = '…'
  try {
    const answer = await fetch(path + (String(query) ? '?' + query : ''), {
      method: form.dataset.method.toUpperCase(), headers, credentials: 'omit', ...(body ? { body: body.value } : {}),
    })
    const json = (answer.headers.get('content-type') || '').includes('application/json')
    const text = json ? JSON.stringify(await answer.json(), null, 2) : (answer.headers.get('content-type') || '') + ' ' + (await answer.blob()).size + ' B'
    out.textContent = answer.status + '\\n' + text
  } catch (error) {
    out.textContent = String(error)
  }
})
`
