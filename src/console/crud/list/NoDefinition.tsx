/** In place of a page whose noun, lens or class the console does not have. */
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'

export const NoDefinition = () => <ErrorState title={['页面定义缺失', 'This page has no definition']} />
