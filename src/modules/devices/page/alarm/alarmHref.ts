/** Where an alarm is shown: the list of its application, with its drawer open. */
export const alarmHref = ({ id, appId }: { id: string; appId: string }): string =>
  `/apply/alarm/${appId}?openedAt=all&open=true&row=${id}`
