/** The order of test files: the slowest first, so that no core is idle at the end. */
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = join(import.meta.dirname, '../..')
/** The slowest files, as printed by `npm test`; the order of the others does not matter. */
const SLOWEST = [
  ...[
    'walkClasses',
    'walkApplications',
    'walkManagement',
    'looks',
    'site',
    'identity',
    'story',
    'content',
    'buttons',
    'routes',
  ].map(name => `tests/e2e/${name}.test.ts`),
  'tests/supervisor.test.ts',
  'src/server/sql/cluster/startCluster.test.ts',
  'tests/canaries.test.ts',
  'tests/access/idSwaps.test.ts',
  'src/modules/callbacks/callbackOrder.test.ts',
  'tests/lenses.test.ts',
  'tests/security/authentication.test.ts',
  'src/modules/access/fortnight.test.ts',
  'tests/client/client.test.ts',
  'src/server/sheets/sheets.test.ts',
  'src/modules/sync/onDevices.test.ts',
  'tests/backup.test.ts',
  'tests/security/injection.test.ts',
  'tests/security/guessing.test.ts',
  'tests/filters.test.ts',
  'src/server/sql/failover.test.ts',
  'src/server/imports/resume.test.ts',
  'src/server/outbound/safeFetch.test.ts',
  'tests/access/routes.test.ts',
  'src/server/imports/import.test.ts',
  'src/simulators/simulator.test.ts',
  'tests/security/reach.test.ts',
  'src/server/bus/bus.test.ts',
  'src/server/jobs/longWork.test.ts',
  'src/main/reference/played.test.ts',
  'src/modules/packages/apk.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = SLOWEST.indexOf(relative(ROOT, moduleId))
      return at < 0 ? SLOWEST.length : at
    }
    const isolated = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1)
    // A process continues with the next file only when that one is not isolated either.
    return (await super.sort(files)).sort((one, other) => isolated(one) - isolated(other) || rank(one) - rank(other))
  }
}
