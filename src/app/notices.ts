import { withFirstTouch } from './first-touch.ts'

/** The toast library. "Unable to …" must be there when the shop can no longer be reached, so it comes before. */
const toaster = () => import('#src/ui/toaster.tsx')
withFirstTouch(toaster)

/** Notifications as the charts raise them. */
export const notices = {
  notifyError: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.error(text)),
  notifySuccess: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.success(text)),
}
