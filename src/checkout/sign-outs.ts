import type { QueryClient } from '@tanstack/react-query'

/** Query key of the mark as this page knows it. */
const key = ['sign-out']

/** The mark that the shop leaves in the browser whenever somebody signs out; undefined if there is none. Our own. */
export const signOutMark = () => /signed_out=([^;]*)/.exec(globalThis.document?.cookie)?.[1]

/** Notes who has signed out until now: their forms are not on this page, or it has just forgotten them. */
export const noteSignOuts = (queryClient: QueryClient) => void queryClient.setQueryData(key, signOutMark())

/** Returns whether somebody has signed out elsewhere since, also if this page has only known a guest. */
export const hasSignedOut = (queryClient: QueryClient) => signOutMark() !== queryClient.getQueryData(key)
