/** What a terminal is told when it connects: how often to ask, what to upload at once, and what time it is (Security PUSH 7, attendance PUSH 7). */
import { hash } from 'node:crypto'
import { secondsOf, offsetOf } from './zkTime.ts'
import type { ZkCall } from './readCall.ts'

/** Seconds between its questions for commands: a door that is opened from afar opens within them. */
const POLL_S = 3
const RETRY_S = 30

/** Attendance terminals have a protocol of an earlier number, and do not register. */
export const isAttendance = ({ query }: Pick<ZkCall, 'query'>): boolean =>
  query.get('devicetype') === 'att' || /^2/.test(query.get('pushver') ?? '')

/** It proves nothing, because whatever follows from it passes in the clear: it only has to be the same each time. */
export const registryCodeOf = (serial: string): string => hash('sha256', `registry ${serial}`, 'hex').slice(0, 16)

export const configurationOf = (serial: string): string =>
  [
    'ServerVersion=3.1.2',
    'ServerName=Portico',
    'PushProtVer=3.1.2',
    `ErrorDelay=${RETRY_S}`,
    `RequestDelay=${POLL_S}`,
    'TransTimes=00:00;14:00',
    'TransInterval=1',
    'TransTables=Transaction',
    'Realtime=1',
    `SessionID=${registryCodeOf(serial).toUpperCase()}`,
    'TimeoutSec=10',
    'BioPhotoFun=1',
    'BioDataFun=0',
    'MultiBioDataSupport=0:0:0:0:0:0:0:0:0:0',
    'MultiBioPhotoSupport=0:0:0:0:0:0:0:0:0:1',
    '',
  ].join('\n')

export const greetingOf = (serial: string, zone: string): string =>
  [
    `GET OPTION FROM: ${serial}`,
    'ATTLOGStamp=None',
    'OPERLOGStamp=9999',
    'ATTPHOTOStamp=None',
    `ErrorDelay=${RETRY_S}`,
    `Delay=${POLL_S}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    'TransFlag=TransData AttLog\tOpLog\tAttPhoto',
    `TimeZone=${Number(offsetOf(Date.now(), zone).slice(0, 3))}`,
    'Realtime=1',
    'Encrypt=None',
    'ServerVer=3.1.2',
    'PushProtVer=2.4.1',
    'SupportPing=1',
    '',
  ].join('\n')

/** The answer to `rtdata?type=time`: our time in UTC, and where the clock on its wall is. */
export const timeOf = (now: number, zone: string): string =>
  `DateTime=${secondsOf(now, 'UTC')},ServerTZ=${offsetOf(now, zone)}`
