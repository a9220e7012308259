/** Whether an event only says that an earlier one is over: its parameter `on` is false. */
export const isEnd = (params: unknown): boolean =>
  typeof params === 'object' && params !== null && 'on' in params && params.on === false
