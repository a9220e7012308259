/** So many people a device is asked for at once when it is compared with what it should hold. */
export const READ_BACK_PAGE = 200
