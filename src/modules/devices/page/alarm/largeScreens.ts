/** How many large screens are open in this tab: what they show needs no notice over them. */
export const largeScreens = { open: 0 }
