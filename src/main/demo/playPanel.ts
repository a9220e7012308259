/** An alarm host of the demo that reports by SIA DC-09. */
import type { AlarmPanel } from '#simulators/AlarmPanel.ts'
import type { Key } from './keyring.ts'
import { isNight, watchAtNight } from './nightWatch.ts'
import type { Around } from './playWire.ts'

const [BURGLARY, FIRE] = ['130', '110']
const SMOKE = 5

/** Runs until the signal is aborted. Returns at once. */
export function playPanel(panel: AlarmPanel, { deviceName }: Key, { signal, log }: Around): void {
  const report = (work: Promise<unknown>): void =>
    void work.catch((error: Error) => log(`${deviceName}: ${error.message}`))
  const codeOf = (zone: number): string => (zone === SMOKE ? FIRE : BURGLARY)
  // Its state is only known once it was armed or disarmed, which is then done at once.
  panel.armState = isNight(Date.now()) ? 0 : 1
  watchAtNight(
    {
      get armState() {
        return panel.armState
      },
      arm: user => report(panel.arm(user)),
      disarm: user => report(panel.disarm(user)),
      trip: zone => (report(panel.alarm(zone, codeOf(zone))), true),
      restore: zone => report(panel.alarm(zone, codeOf(zone), false)),
      test: () => report(panel.test()),
    },
    signal,
  )
}
