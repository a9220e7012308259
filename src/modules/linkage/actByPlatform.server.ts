/** The actions of a run that no device carries out: the module that adds the act does. */
import { Refusal } from '#model/error.ts'
import type { Acted } from '#server/linkageParts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { actProblem } from './problems.rules.ts'
import type { Step } from './startRule.server.ts'

interface Running {
  id: string
  app_id: string
  source_id: string
  linkage_id: string
  linkage_name: string
}
const take = (step: Step, { state, message, ref }: Acted): void => {
  Object.assign(step, { state, ...(message && { message }), ...(ref && { ref }) })
}

/** Carries out the action and stores its result in `step`. */
export async function actByPlatform(ports: Ports, query: Query, run: Running, step: Step): Promise<void> {
  const [act, half] = [ports.linkage.acts.get(step.identifier)!, ports.linkage.halves.get(step.identifier)]
  try {
    const problem = actProblem(act, step.params)
    if (problem || !half) throw new Refusal('invalid', problem ? { text: problem } : {})
    const acting = {
      rule: { id: run.linkage_id, name: run.linkage_name },
      run: { id: run.id, appId: run.app_id, sourceId: run.source_id },
      device: step.deviceId ? { id: step.deviceId, name: step.deviceName } : null,
      params: step.params ?? {},
      endAfterS: step.endAfterS ?? null,
    }
    take(step, await half.run(ports, query, acting))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    Object.assign(step, { state: 'failed', message: error.text })
  }
}

/** Whether what the action began has ended, and how. */
export async function readActed(ports: Ports, query: Query, step: Step, ref: string): Promise<void> {
  const half = ports.linkage.halves.get(step.identifier)
  take(step, (await half?.ended?.(query, ref)) ?? { state: 'done' })
}
