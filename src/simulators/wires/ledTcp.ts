/** Display boards that dial in by TCP. */
import { LedBoard } from '../LedBoard.ts'
import { defineWire } from '../Wire.ts'

export const ledTcp = defineWire<LedBoard>('ledTcp', {
  make: ({ host, port, credentials: { deviceName: serial, secret }, log }) =>
    new LedBoard({ host, port, serial, secret, ...(log ? { log } : {}) }),
  happenings: {
    drop: {
      usage: '10',
      what: 'cut every connection for 10 s',
      run: (board, seconds) => board.drop((Number(seconds) || 10) * 1000),
    },
  },
  status: ({ shown, spoken }) => ({ shown, said: spoken }),
})
