/** The number of people requested at once from a device for a comparison. */
export const READ_BACK_PAGE = 200
