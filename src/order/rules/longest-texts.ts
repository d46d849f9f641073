/** The longest texts that the form of a transfer takes. */
export const longest = { name: 100, email: 254, message: 1000 }
