/** Loads a chunk; when a release has replaced it, the target route is loaded anew, once. */

const key = 'portico-reloaded'

/** Rejects only when loading the page anew has not helped. */
export const loadPage = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    const page = await load()
    if (sessionStorage.getItem(key) === location.pathname) sessionStorage.removeItem(key)
    return page
  } catch (error) {
    if (sessionStorage.getItem(key) === location.pathname) throw error
    sessionStorage.setItem(key, location.pathname)
    location.reload()
    return new Promise(() => {})
  }
}
