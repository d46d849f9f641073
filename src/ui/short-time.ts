/** Remaining seconds from which the time is shown as short. */
export const SHORT_TIME = 120
