/** Keeps the embedded database running under the server: on the same socket again after a crash. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Cluster,
  type ClusterConnection,
  type ClusterOptions,
  startCluster,
} from '#server/sql/cluster/startCluster.ts'

export type SupervisedCluster = {
  connection: ClusterConnection
  pid: () => number | undefined
  stop: () => Promise<void>
}

/** Throws when the first start fails; later ones are retried without limit. */
export async function keepCluster(options: ClusterOptions): Promise<SupervisedCluster> {
  const stopping = new AbortController()
  const abort = AbortSignal.any([stopping.signal, ...(options.abort ? [options.abort] : [])])
  let cluster: Cluster | undefined = await startCluster({ ...options, abort })
  const connection = cluster.connection
  let restart: Promise<void> = Promise.resolve()

  const watch = (current: Cluster): void =>
    current.onExit(exit => {
      cluster = undefined
      if (stopping.signal.aborted) return
      options.log(
        `the database ended unexpectedly (${exit.signal ? `signal ${exit.signal}` : `code ${exit.code}`}); starting it again`,
      )
      restart = again()
    })
  const again = async (): Promise<void> => {
    for (let pauseMs = 200; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      const startMs = performance.now()
      try {
        cluster = await startCluster({ ...options, abort: stopping.signal })
        options.log(`the database is back after ${((performance.now() - startMs) / 1_000).toFixed(1)} s`)
        watch(cluster)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        options.log(`the database does not start: ${(error as Error).message}`)
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  watch(cluster)

  return {
    connection,
    pid: () => cluster?.pid,
    stop: async () => {
      stopping.abort()
      await restart
      await cluster?.stop('fast')
    },
  }
}
