/** Who makes a call, as one protocol sees it: judged by the platform, and counted with its address and its connection. */
import type { DeviceCaller } from '#model/deviceHttp.ts'
import type { CallerSession, CallRefusal, DeviceGate } from '#model/gate.ts'
import type { Place } from '#protocols/tcp/Places.ts'
import { certifies } from '#protocols/tcp/secure.ts'
import type { Strangers } from '#protocols/tcp/Strangers.ts'

/** What calls come on. */
export interface Connection {
  address: string
  place: Place
  /** Whether a call came on it before. */
  called: boolean
  /** Settles when the call before is answered. */
  before: Promise<void>
  /** That of the device's certificate, where it has one. */
  certificateName?: string | undefined
}

export function callerOf(
  { gate, strangers }: { gate: DeviceGate; strangers: Strangers },
  { address, place, certificateName }: Pick<Connection, 'address' | 'place' | 'certificateName'>,
  protocol: string,
): DeviceCaller {
  const refuse = (): void => strangers.wasRefused(address)
  return {
    refuse,
    async call({ serial, ...call }, intervalS) {
      const judging = async (): Promise<CallerSession | { refused: CallRefusal }> => {
        const session = await gate.call(
          { ...call, protocol, serial, remoteAddress: address },
          { clientId: serial, intervalS },
        )
        if ('refused' in session || !certifies(certificateName, session.identity)) {
          refuse()
          return 'refused' in session ? session : { refused: 'badSecret' }
        }
        strangers.wasAdmitted(address, serial)
        place.admitted(serial)
        return session
      }
      return (await strangers.judged(address, serial, judging)) ?? { refused: 'tooMany' }
    },
  }
}
