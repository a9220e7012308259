/** Loads a chunk; when a release has replaced it, the target route is loaded anew, once. */

const key = 'portico-reloaded'
/** A second failure within this time is reported instead of loading again. */
const onceWithinMs = 30_000

/** Rejects only when loading the route anew has not helped. */
export const loadPage = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    const [path, at] = (sessionStorage.getItem(key) ?? '').split(' ')
    if (path === location.pathname && Date.now() - Number(at) < onceWithinMs) throw error
    sessionStorage.setItem(key, `${location.pathname} ${Date.now()}`)
    location.reload()
    return new Promise(() => {})
  }
}
