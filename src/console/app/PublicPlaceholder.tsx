/** A public page that is not built yet. */
import { NotYet } from '#console/app/NotYet.tsx'

export const PublicPlaceholder = ({ path }: { path: string }) => <NotYet path={path} public />
