/** What a buyer reads in the basket whose hold is over [BASK-62]. Our shop sends it as `reserving_error`, for a page that was closed then. */
export const expired =
  'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'
