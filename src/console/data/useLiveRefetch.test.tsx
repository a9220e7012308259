/** Shown data follows the stream of changes: one request per two seconds, and none is aborted by the next change. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queries } from './queries.ts'
import { setSessionValue } from './session.ts'
import { useLiveRefetch } from './useLiveRefetch.ts'
import { pause } from '../../../tests/harness/pause.ts'

let send: (message: object) => void
beforeEach(() => {
  queries.clear()
  setSessionValue('access_token', 'one')
  // The network's end is ours; everything before it is the real thing.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const body = new ReadableStream<Uint8Array>({
      start: control => {
        send = message =>
          control.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ rows: [message], more: 0 })}\n\n`))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  setSessionValue('access_token', null)
  queries.clear()
})

/** Shows the number of requests, each answered after `waits`, and the state of the stream; returns the signals of the requests so far. */
async function show(waits: () => Promise<void> = async () => {}): Promise<AbortSignal[]> {
  const asked: AbortSignal[] = []
  const Figure = () => {
    const { data, error, isFetching, refetch } = useQuery({
      queryKey: ['/api/figure'],
      queryFn: async ({ signal }) => {
        asked.push(signal)
        await waits()
        return asked.length
      },
    })
    const live = useLiveRefetch(
      { appId: '7', type: ['fact'] },
      { loading: isFetching, failed: error !== null, refetch: () => void refetch() },
    )
    return (
      <p>
        {live} {data}
      </p>
    )
  }
  await render(
    <QueryClientProvider client={queries}>
      <Figure />
    </QueryClientProvider>,
  )
  await expect.poll(() => document.querySelector('p')?.textContent).toMatch(/^live/)
  return asked
}

/** Changes as they come in a busy hour, for this long. */
async function changes(forMs: number, message: object): Promise<void> {
  for (const end = Date.now() + forMs; Date.now() < end; await pause(100)) send(message)
}
const fact = { type: 'fact', appId: '7' }

test('changes in quick succession are fetched once in two seconds', async () => {
  const asked = await show()
  await expect.poll(() => asked.length).toBe(1)
  await changes(3000, fact)
  expect(asked).toHaveLength(2)
  await expect.poll(() => asked.length).toBe(3)
})

test('a request in progress is not cancelled, and later changes are fetched after it', async () => {
  let slow = false
  const asked = await show(() => pause(slow ? 3000 : 0))
  slow = true
  void queries.refetchQueries()
  await changes(2600, fact)
  expect(asked.map(signal => signal.aborted)).toEqual([false, false])
  await expect.poll(() => asked.length).toBe(3)
})

test('what is not in the filter asks nothing', async () => {
  const asked = await show()
  await changes(500, { type: 'state', appId: '7' })
  await changes(500, { type: 'fact', appId: '8' })
  await pause(2000, 'a request would follow its message within two seconds')
  expect(asked).toHaveLength(1)
})

test('what could not be read is not live, until it can be read again', async () => {
  let fails = false
  await show(() => (fails ? Promise.reject(new Error('503')) : Promise.resolve()))
  const shown = (): string => document.querySelector('p')?.textContent ?? ''
  fails = true
  void queries.refetchQueries()
  await expect.poll(shown).toMatch(/^lost/)
  fails = false
  void queries.refetchQueries()
  await expect.poll(shown).toMatch(/^live/)
})
