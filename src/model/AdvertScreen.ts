/** A screen that shows adverts: the command that sends the whole list, and the properties with which the device reports what it holds and how often it showed it. */
export interface AdvertScreen {
  command: string
  held: string
  plays: string
}
