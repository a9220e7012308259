/**
 * 门岗: what a guard watches at night with one hand: the passages of one site as they happen, and its doors. No route of
 * the specification is about a site as a whole, so the page stands beside them, under the application.
 */
import type { PageProps } from '#console/app/PageProps.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'

// The shell names each file that a page needs; those of this one, which few open, are named here.
const GuardPost = lazy(async () => (await import('./page/guard/GuardPost.tsx')).GuardPost)

export const Guard = (props: PageProps) => <GuardPost {...props} />
