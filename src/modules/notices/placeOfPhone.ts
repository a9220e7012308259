/** The place to which the sealed phone of a notice is bound. */
export const placeOfPhone = (noticeId: string): string => `notices.notice|phone|${noticeId}`
